import { useMutation, useQueryClient } from '@tanstack/react-query'
import { post } from '../../api/client'
import { apiQuery } from '../../api/queries'
import type { AddressChange, AddressChanged, Page, Service } from '../../api/types'
import { memberQuery } from '../../members/member'

export const runningPath = (page: number) => `/api/v1/services?state=active&page=${page}`
export const runningQuery = (page: number) => apiQuery<Page<Service>>(runningPath(page))

export const CHANGES_PATH = '/api/v1/ip-changes?page=1'
export const changesQuery = apiQuery<Page<AddressChange>>(CHANGES_PATH)

/** Changes an address for one ticket. The number of tickets shown is lowered at once, without asking the server. */
export function useChangeAddress() {
  const client = useQueryClient()
  const refresh = () => {
    const isConcerned = (path: unknown) => /^\/api\/v1\/(services|ip-changes)/.test(String(path))
    return client.invalidateQueries({ predicate: ({ queryKey }) => isConcerned(queryKey[0]) })
  }
  return useMutation({
    mutationFn: ({ id, address }: Pick<Service, 'id' | 'address'>) =>
      post<AddressChanged>(`/api/v1/services/${id}/ip-change`, { address }),
    onSuccess: () => {
      client.setQueryData(memberQuery.queryKey, (member) =>
        member ? { ...member, ipTicket: member.ipTicket - 1 } : member,
      )
      return refresh()
    },
    // Another tab may have been faster, so that this page shows an outdated address.
    onError: refresh,
  })
}
