import { MutationCache, QueryCache, QueryClient, type QueryState, queryOptions } from '@tanstack/react-query'
import { get } from './client'
import type { Callable } from './path'
import { isMissing, isTransient, SignedOut } from './problem'

/** The query of one GET call. Its key is the path, because the HTML document carries its data under paths. */
export const apiQuery = <P extends Callable<'get'>>(path: P) =>
  queryOptions({ queryKey: [path as string], queryFn: ({ signal }) => get(path, signal) })

/** Like `apiQuery`, but something that does not exist is the answer `null`, not an error. */
export const apiQueryOrNull = <P extends Callable<'get'>>(path: P) =>
  queryOptions({
    queryKey: [path as string],
    queryFn: ({ signal }) =>
      get(path, signal).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      }),
  })

/**
 * Of data that a page can do without: until there is an answer, it is `null` instead of an error, also where the other box
 * is still too old to have the call. Not tried again at once: the page would wait for that, and what could not be loaded is
 * asked for again anyway.
 */
export const dispensableQuery = <P extends Callable<'get'>>(path: P) => ({
  ...apiQueryOrNull(path),
  initialData: null,
  initialDataUpdatedAt: 0,
  retry: false,
  refetchInterval: ({ state }: { state: Asked }) => isOutdated(state) && ASK_AGAIN_RARELY,
})

type Asked = Pick<QueryState, 'data' | 'error'>

const ASK_AGAIN_EVERY = 5000

/** For what a page can do without: it may be this call alone that the shop cannot answer, and all open pages ask. */
const ASK_AGAIN_RARELY = 60_000

/** What is shown may not be true any more, and could not be loaded again: the shop was out of reach or restarted. */
export const isOutdated = ({ data, error }: Asked) => data !== undefined && isTransient(error)

/** Told of a session that ended: whether the page is there and goes on without the answer, or waits for it. */
type OnSignedOut = (isPageThere: boolean) => void

export function makeQueryClient(onSignedOut: OnSignedOut = () => undefined): QueryClient {
  const tell = (error: unknown, isPageThere: boolean) => {
    if (error instanceof SignedOut) onSignedOut(isPageThere)
  }
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { state, meta }) => tell(error, state.data !== undefined || meta?.isPress === true),
    }),
    mutationCache: new MutationCache({ onError: (error) => tell(error, true) }),
    defaultOptions: {
      queries: {
        // A call without a network fails at once, so that the page can say so, instead of waiting unseen for one.
        networkMode: 'always',
        // The document carries fresh data: fetching it again while hydrating would be waste.
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) => failures < 2 && isTransient(error),
        retryDelay: 400,
        refetchInterval: ({ state }) => isOutdated(state) && ASK_AGAIN_EVERY,
      },
      // What was sent is not to stay in memory: it may be a password or an account number.
      mutations: { gcTime: 0, networkMode: 'always' },
    },
  })
}
