import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { store } from '../../src/ui/store'
import { get, remove } from './calls'
import type { Session } from './types'

const SESSION = '/api/v1/console/session'
const ASK_EVERY = 60_000

/** Who is logged in, and what they may do. Asked for again quietly, so that a change of their role arrives. */
export const sessionQuery = queryOptions({
  queryKey: [SESSION],
  queryFn: ({ signal, client }) =>
    get(SESSION, { signal, quiet: client.getQueryData([SESSION]) !== undefined }),
  staleTime: 30_000,
  retry: false,
  refetchInterval: ({ state }) => (state.data ? ASK_EVERY : false),
})

/** Whether the session ended while a page was in use: the login then opens over it, and nothing typed is lost. */
export const sessionEnded = store(false)

/** Only within the shell, which waits for it. */
export function useSession(): Session {
  const { data } = useQuery(sessionQuery)
  if (!data) throw new Error('useSession outside of the shell')
  return data
}

export const allows = (session: Pick<Session, 'isOwner' | 'permissions'>, permission: string | null) =>
  permission === null || session.isOwner || (session.permissions as string[]).includes(permission)

/** Says of a permission whether whoever is logged in has it. */
export function useMay() {
  const session = useSession()
  return useCallback((permission: string | null) => allows(session, permission), [session])
}

/** Ends the session and leaves nothing of it in memory. */
export function useLogOut() {
  const client = useQueryClient()
  return async () => {
    await remove(SESSION).catch(() => undefined)
    client.clear()
    location.assign('/console/login')
  }
}

/** The address of the login that leads back. Only an address of the console is one to go back to. */
export const loginPath = (back: string) =>
  back === '/console' ? '/console/login' : `/console/login?next=${encodeURIComponent(back)}`

export const isOfConsole = (path: string) => /^\/console(?:[/?]|$)/.test(path) && !/[\\\n\r\t]/.test(path)
