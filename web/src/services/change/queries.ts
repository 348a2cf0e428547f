import { useMutation, useQueryClient } from '@tanstack/react-query'
import { post } from '../../api/client'
import { path } from '../../api/path'
import { apiQuery } from '../../api/queries'
import type { Service } from '../../api/types'
import { memberQuery } from '../../members'

export const changesQuery = apiQuery(path('/api/v1/ip-changes', { page: 1 }))

/** Changes an address for one ticket. The number of tickets shown is lowered at once, without asking the server. */
export function useChangeAddress() {
  const client = useQueryClient()
  const refresh = () => {
    const isConcerned = (path: unknown) => /^\/api\/v1\/(services|ip-changes)/.test(String(path))
    return client.invalidateQueries({ predicate: ({ queryKey }) => isConcerned(queryKey[0]) })
  }
  return useMutation({
    mutationFn: ({ id, address }: Pick<Service, 'id' | 'address'>) =>
      post(path('/api/v1/services/{service_id}/ip-change', { service_id: id }), { address: address ?? '' }),
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
