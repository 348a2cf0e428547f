import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { get } from './client'
import type { Callable } from './path'
import { isMissing, isTransient, SignedOut } from './problem'

/** A GET of the shop. Its key is its path, because that is how the document brings data along. */
export const apiQuery = <P extends Callable<'get'>>(path: P) =>
  queryOptions({ queryKey: [path as string], queryFn: ({ signal }) => get(path, signal) })

/** The same where the answer may be that there is no such thing: then it is `null`, and no error. */
export const apiQueryOrNull = <P extends Callable<'get'>>(path: P) =>
  queryOptions({
    queryKey: [path as string],
    queryFn: ({ signal }) =>
      get(path, signal).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      }),
  })

export function makeQueryClient(onSignedOut: () => void = () => undefined): QueryClient {
  const onError = (error: unknown) => {
    if (error instanceof SignedOut) onSignedOut()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        // The document brought fresh data; asking again while hydrating would be waste.
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: 400,
      },
    },
  })
}
