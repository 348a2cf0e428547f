import { useMutation, useQueryClient } from '@tanstack/react-query'
import { post, put, remove } from '../api/client'
import { path } from '../api/path'
import { apiQuery } from '../api/queries'
import type { GrantChoice, NewSubId, SubIdChange, SubIdDetail } from '../api/types'
import { subIdApi } from './paths'

/** Loads again what shows sub-ids or their devices. */
function useRefresh() {
  const client = useQueryClient()
  const isConcerned = (key: unknown) => /^\/api\/v1\/(sub-ids|services)/.test(String(key))
  return () => void client.invalidateQueries({ predicate: ({ queryKey }) => isConcerned(queryKey[0]) })
}

function useMaking<Sent, Made>(send: (what: Sent) => Promise<Made>) {
  return useMutation({ mutationFn: send, onSuccess: useRefresh() })
}

export const useMake = () => useMaking((form: NewSubId) => post('/api/v1/sub-ids', form))

/** Makes all sub-ids of a file, or none. */
export const useMakeFromFile = () => useMaking((csv: string) => post('/api/v1/sub-ids/import', { csv }))

export const useNewLink = (id: number) =>
  useMaking((resetsFactors: boolean) =>
    post(path('/api/v1/sub-ids/{sub_id}/link', { sub_id: id }), { resetsFactors }),
  )

export const useRemove = (id: number) => useMaking(() => remove(subIdApi(id)))

/** A change that answers with the sub-id as it is then, which is shown at once. */
function useChanging<Sent>(id: number, send: (what: Sent) => Promise<SubIdDetail>) {
  const client = useQueryClient()
  const refresh = useRefresh()
  return useMutation({
    mutationFn: send,
    onSuccess: (changed) => {
      client.setQueryData(apiQuery(subIdApi(id)).queryKey, changed)
      refresh()
    },
    // Another tab may have been faster, so that this page shows what is no longer so.
    onError: refresh,
  })
}

export const useChange = (id: number) => useChanging(id, (change: SubIdChange) => put(subIdApi(id), change))

export const useSuspend = (id: number) =>
  useChanging(id, () => post(path('/api/v1/sub-ids/{sub_id}/suspend', { sub_id: id })))

export const useResume = (id: number) =>
  useChanging(id, () => post(path('/api/v1/sub-ids/{sub_id}/resume', { sub_id: id })))

const grantApi = (id: number, service: number) =>
  path('/api/v1/sub-ids/{sub_id}/services/{service_id}', { sub_id: id, service_id: service })

export const useGrant = (id: number, service: number) =>
  useChanging(id, (choice: GrantChoice) => put(grantApi(id, service), choice))

export const useWithdraw = (id: number, service: number) =>
  useChanging(id, () => remove(grantApi(id, service)))

/** Shows this browser the pages of the sub-id, to read only. Every page is to be loaded anew then. */
export const useActAs = (id: number) =>
  useMutation({ mutationFn: () => post(path('/api/v1/sub-ids/{sub_id}/act', { sub_id: id })) })
