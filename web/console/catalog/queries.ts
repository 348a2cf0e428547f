import { useQueryClient } from '@tanstack/react-query'
import { type Answer, type Body, path } from '../../src/api/path'
import { consoleQuery } from '../frame/queries'

export type SoldPlan = Answer<'/api/v1/console/plans'>['items'][number]
export type PlanPage = Answer<'/api/v1/console/plans/{id}'>
export type PlanForm = Body<'/api/v1/console/plans/{id}/preview', 'post'>
export type NewPlanForm = Body<'/api/v1/console/plans/preview', 'post'>
export type PricesForm = Body<'/api/v1/console/plans/{id}/prices/preview', 'post'>

const RECORD = '/api/v1/console/record'

export const plansQuery = consoleQuery('/api/v1/console/plans')
export const poolsQuery = consoleQuery('/api/v1/console/address-pools')
export const planQuery = (id: string | number) => consoleQuery(path('/api/v1/console/plans/{id}', { id }))

/** Has the list, the page of a plan, and what the record says loaded anew. */
export function usePlanChanged() {
  const client = useQueryClient()
  return async (id: number) => {
    await client.invalidateQueries({ queryKey: planQuery(id).queryKey })
    await client.invalidateQueries({ queryKey: plansQuery.queryKey })
    await client.invalidateQueries({ queryKey: [RECORD] })
  }
}
