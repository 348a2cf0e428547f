import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Member } from '../api/types'
import { MEMBER_API } from '../members/paths'

/** The other tabs of this browser hear when it is written; what it holds says nothing about anybody. */
const NEWS = 'ieum:session'

const memberId = (client: QueryClient) => client.getQueryData<Member | null>([MEMBER_API])?.mberId ?? null

const isMember = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] === MEMBER_API

/**
 * Nothing that one person was shown is shown to the next. What is on the screen is asked for anew, except for a
 * visitor: what was a member's would only be refused, and the page is about to leave it.
 */
function forgetAnswers(client: QueryClient, isVisitor: boolean) {
  const predicate = (query: Query) => !isMember(query)
  client.removeQueries({ type: 'inactive', predicate })
  void client.invalidateQueries({ predicate, refetchType: isVisitor ? 'none' : 'active' })
}

function tellOtherTabs() {
  try {
    localStorage.setItem(NEWS, crypto.randomUUID())
  } catch {
    // Storage is switched off: the other tabs find out with their next call.
  }
}

/** Follows who is logged in: here, in the other tabs, and in a page that the browser brings back from its memory. */
function followSession(client: QueryClient): () => void {
  let lastId = memberId(client)
  const unsubscribe = client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || !isMember(query)) return
    const now = memberId(client)
    if (now === lastId) return
    // What one member was shown and has typed would stand there for the other.
    if (now !== null && lastId !== null) return window.location.reload()
    lastId = now
    forgetAnswers(client, now === null)
    tellOtherTabs()
  })

  const askWho = () => void client.invalidateQueries({ queryKey: [MEMBER_API] })
  const onNews = ({ key }: StorageEvent) => key === NEWS && askWho()
  const onReturn = ({ persisted }: PageTransitionEvent) => persisted && askWho()
  window.addEventListener('storage', onNews)
  window.addEventListener('pageshow', onReturn)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', onNews)
    window.removeEventListener('pageshow', onReturn)
  }
}

export function useSessionNews() {
  const client = useQueryClient()
  useEffect(() => followSession(client), [client])
}
