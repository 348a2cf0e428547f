import { path } from '../api/path'
import type { Plan } from '../api/types'

/** What can be bought now of one kind. */
export const plansApi = (kind: Plan['kind']) => path('/api/v1/catalog/plans', { kind })
