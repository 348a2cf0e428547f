import { apiQuery } from '../api/queries'
import type { Plan } from '../api/types'

export const plansQuery = (kind: Plan['kind']) => apiQuery<Plan[]>(`/api/v1/catalog/plans?kind=${kind}`)

export const staticPlansQuery = plansQuery('static')
