import { MutationCache, QueryCache, QueryClient, queryOptions } from '@tanstack/react-query'
import { get } from './client'
import { isMissing, Problem, SignedOut } from './problem'

/** A GET of the shop. Its key is its path, because that is how the document brings data along. */
export const apiQuery = <Data>(path: string) =>
  queryOptions({ queryKey: [path], queryFn: ({ signal }) => get<Data>(path, signal) })

/** The same for the one thing that a page is about: that it does not exist is an answer, `null`. */
export const subjectQuery = (path: string) =>
  queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) =>
      get<unknown>(path, signal).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      }),
  })

const isWorthRetrying = (error: unknown) =>
  error instanceof Problem && (error.status === 0 || error.status >= 500)

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
        retry: (failures, error) => failures < 2 && isWorthRetrying(error),
        retryDelay: 400,
      },
    },
  })
}
