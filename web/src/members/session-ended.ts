import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { post } from '../api/client'
import type { Member } from '../api/types'
import { store } from '../ui/store'
import { memberQuery } from './member'
import { SIGNED_OUT } from './paths'

/** Whether the session ended over something unfinished: the login then opens over the page (`login/login-again.tsx`). */
export const sessionEnded = store(false)

/** Forms, and what is shown once (`data-once`). A search is neither. */
const UNFINISHED = 'main form:not(search form), main [data-once], dialog[open] form'

/** Whether a member whose session ended would lose something by leaving the page. Whoever only looks has nothing to lose. */
const hasUnfinished = (member: Member | null | undefined) =>
  Boolean(member && member.kind !== 'acting' && !member.lookUntil && document.querySelector(UNFINISHED))

function keepPage(client: QueryClient, event: CustomEvent<boolean>) {
  const isOpen = sessionEnded.get()
  const member = client.getQueryData(memberQuery.queryKey)
  if (!isOpen && !(event.detail && hasUnfinished(member))) return
  event.preventDefault()
  if (isOpen) return // several calls may have been under way
  post('/api/logout').catch(() => undefined)
  sessionEnded.set(true)
}

/** Whether the login is to be shown over the page. */
export function useSessionEnded(): boolean {
  const client = useQueryClient()
  useEffect(() => {
    const onSignedOut = (event: Event) => keepPage(client, event as CustomEvent<boolean>)
    window.addEventListener(SIGNED_OUT, onSignedOut)
    return () => window.removeEventListener(SIGNED_OUT, onSignedOut)
  }, [client])
  return sessionEnded.use()
}
