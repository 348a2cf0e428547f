import { apiQuery } from '../api/queries'
import type { Plan } from '../api/types'
import { plansApi } from './paths'

export const plansQuery = (kind: Plan['kind']) => apiQuery(plansApi(kind))
