import { useMutation, useQueryClient } from '@tanstack/react-query'
import { post } from '../../api/client'
import { path } from '../../api/path'
import { apiQuery } from '../../api/queries'
import type { ChangedAddress, ChangeRequest } from '../../api/types'
import { memberQuery } from '../../members'
import { changesApi } from '../paths'

/** How often the page asks, while a gateway has not yet said that a change is in effect. */
export const ASK_EVERY = 1000

export const changesQuery = (page: number) => apiQuery(changesApi(page))

/** What a change of this service would mean now. Never shown from memory: others take addresses all the time. */
export const previewQuery = (serviceId: number) => ({
  ...apiQuery(path('/api/v1/services/{service_id}/ip-change', { service_id: serviceId })),
  staleTime: 0,
  gcTime: 0,
})

/** Loads again what a change of an address concerns. */
export function useRefreshChanges() {
  const client = useQueryClient()
  const isConcerned = (path: unknown) => /^\/api\/v1\/(services|ip-changes)/.test(String(path))
  return () => client.invalidateQueries({ predicate: ({ queryKey }) => isConcerned(queryKey[0]) })
}

/** The number of tickets that is shown changes with the answer, without asking the server. */
function useAddressChange<Sent>(send: (what: Sent) => Promise<ChangedAddress>) {
  const client = useQueryClient()
  const refresh = useRefreshChanges()
  return useMutation({
    mutationFn: send,
    onSuccess: ({ ipTicket }) => {
      // A sub-id's way to this page stays, because what it has just done can mostly be undone.
      client.setQueryData(
        memberQuery.queryKey,
        (member) => member && { ...member, ipTicket, ...(member.kind && { mayUndo: true }) },
      )
      // Not waited for: the answer has all that the member is told at once.
      void refresh()
    },
    // Another tab may have been faster, so that this page shows an outdated address.
    onError: refresh,
  })
}

/** Changes an address for one ticket. */
export const useChangeAddress = (serviceId: number) =>
  useAddressChange((request: ChangeRequest) =>
    post(path('/api/v1/services/{service_id}/ip-change', { service_id: serviceId }), request),
  )

/** Goes back to the address before a change. `address` is the present one. */
export const useUndo = (changeId: number) =>
  useAddressChange((address: string) =>
    post(path('/api/v1/ip-changes/{change_id}/undo', { change_id: changeId }), { address }),
  )
