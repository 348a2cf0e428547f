import { apiQuery } from '../api/queries'
import type { Plan } from '../api/types'

export const staticPlansQuery = apiQuery<Plan[]>('/api/v1/catalog/plans?kind=static')
