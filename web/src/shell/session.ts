import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Member } from '../api/types'
import { forgetOthers } from '../members'
import { MEMBER_API } from '../members/paths'
import { KEPT_IN_TAB } from '../sub-ids/paths'
import { stored } from '../ui/browser-storage'

/** Writing this key tells the other tabs that the session changed. Its value is random and reveals nothing. */
const NEWS = 'ieum:session'

const kept = stored<{ owner: string }>('sessionStorage', KEPT_IN_TAB)

const memberIn = (client: QueryClient) => client.getQueryData<Member | null>([MEMBER_API]) ?? null

const isMember = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] === MEMBER_API

/**
 * Drops all cached answers but the member, so that nobody sees what was meant for another. What is on the screen is
 * loaded again, but not for a visitor: a member's data would be refused, and the page is about to change anyway.
 */
function forgetAnswers(client: QueryClient, isVisitor: boolean) {
  const predicate = (query: Query) => !isMember(query)
  client.removeQueries({ type: 'inactive', predicate })
  void client.invalidateQueries({ predicate, refetchType: isVisitor ? 'none' : 'active' })
}

/**
 * Links by which passwords are set and the keys of devices must not outlive the session in which they were made. It goes on
 * while its owner looks as a sub-id. What a tab keeps for whoever sets up a device by a link belongs to no session, and stays.
 */
function forgetKept(member: Member | null) {
  if (member?.kind === 'acting') return
  if (kept.get()?.owner !== member?.mberId) kept.set(null)
  forgetOthers(member?.mberId)
}

export function notifyOtherTabs() {
  try {
    localStorage.setItem(NEWS, crypto.randomUUID())
  } catch {
    // Storage is switched off: the other tabs find out with their next call.
  }
}

/** Reacts to a login or logout here, in other tabs, or while this page was in the browser's back/forward cache. */
function followSession(client: QueryClient, arrivedAs: string | null): () => void {
  let previous = arrivedAs
  const look = () => {
    const member = memberIn(client)
    const now = member?.mberId ?? null
    if (now === previous) return
    forgetKept(member)
    // Another member would find on the page what the first one saw and typed.
    if (now !== null && previous !== null) return window.location.reload()
    previous = now
    forgetAnswers(client, now === null)
    notifyOtherTabs()
  }
  // The session may have ended, or another begun, while no page of this tab was there to see it.
  forgetKept(memberIn(client))
  look()
  const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'updated' && isMember(query)) look()
  })

  const reloadMember = () => void client.invalidateQueries({ queryKey: [MEMBER_API] })
  const onNews = ({ key }: StorageEvent) => key === NEWS && reloadMember()
  const onReturn = ({ persisted }: PageTransitionEvent) => persisted && reloadMember()
  window.addEventListener('storage', onNews)
  window.addEventListener('pageshow', onReturn)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', onNews)
    window.removeEventListener('pageshow', onReturn)
  }
}

export function useSessionNews(arrivedAs: string | null) {
  const client = useQueryClient()
  useEffect(() => followSession(client, arrivedAs), [client, arrivedAs])
}
