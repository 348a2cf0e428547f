import { useQueryClient } from '@tanstack/react-query'
import { type Answer, path } from '../../src/api/path'
import { consoleQuery } from '../frame/queries'

export type MemberLine = Answer<'/api/v1/console/members'>['items'][number]
export type Detail = Answer<'/api/v1/console/members/{id}'>
export type Member = Detail['member']
export type Holdings = Detail['holdings']
export type Kind = Detail['kinds'][number]
export type Moment = Answer<'/api/v1/console/members/{id}/moments'>['items'][number]
export type Unmasked = Answer<'/api/v1/console/members/{id}/unmask', 'post'>

export const MEMBERS = '/api/v1/console/members'

export const memberQuery = (id: number | string) => consoleQuery(path('/api/v1/console/members/{id}', { id }))

/** One page of what happened; no kinds means all that may be seen. */
export function momentsQuery(id: number, kinds: readonly Kind[], after: string | null) {
  const whole = path('/api/v1/console/members/{id}/moments', { id })
  const query = new URLSearchParams(kinds.map((kind) => ['kind', kind]))
  if (after) query.set('after', after)
  return consoleQuery((query.size > 0 ? `${whole}?${query}` : whole) as typeof whole)
}

/** Has everything about members loaded anew: the list, this one, and what happened to them. */
export function useMembersChanged() {
  const client = useQueryClient()
  return () =>
    client.invalidateQueries({
      predicate: ({ queryKey: [call] }) => typeof call === 'string' && call.startsWith(MEMBERS),
    })
}
