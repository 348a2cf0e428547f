import { type Answer, path } from '../../src/api/path'
import { consoleQuery } from '../frame/queries'

export type SoldPlan = Answer<'/api/v1/console/plans'>['items'][number]
export type PlanPage = Answer<'/api/v1/console/plans/{id}'>

export const plansQuery = consoleQuery('/api/v1/console/plans')
export const planQuery = (id: string | number) => consoleQuery(path('/api/v1/console/plans/{id}', { id }))
