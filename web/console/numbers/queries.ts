import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type Answer, path } from '../../src/api/path'
import { send } from '../frame/calls'

export const NUMBERS = '/api/v1/console/numbers'

export type AddressProfit = Answer<'/api/v1/console/address-profits'>['items'][number]
export type Brief = Answer<typeof NUMBERS>['items'][number]
export type Figure = Answer<'/api/v1/console/numbers/{figure}'>
export type Touches = Answer<'/api/v1/console/number-touches'>
export type Point = Figure['points'][number]

/** One figure over the time that the address names; the last one stays in sight until the next is there. */
export const figureQuery = (figure: Figure['name'], sent: string) => {
  const call = path('/api/v1/console/numbers/{figure}', { figure })
  return queryOptions({
    queryKey: [call, sent],
    queryFn: async ({ signal }) =>
      (await send<Figure>('GET', sent ? `${call}?${sent}` : call, undefined, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
}

/** What brought visitors and members; `sent` names the kind and the time. */
export const touchesQuery = (sent: string) =>
  queryOptions({
    queryKey: ['/api/v1/console/number-touches', sent],
    queryFn: async ({ signal }) =>
      (await send<Touches>('GET', `/api/v1/console/number-touches?${sent}`, undefined, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  })
