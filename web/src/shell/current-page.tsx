import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, use } from 'react'
import { useLocation } from 'react-router'
import { useMember } from '../members'
import { loginPath } from '../members/paths'
import type { Page } from '../pages/page'
import type { PageSource } from '../pages/page-source'
import { firstPageBelow, pageAt, subjectOf } from '../routing'
import { useConfig } from '../site'
import { NOT_FOUND } from '../site/pages'
import { Navigate } from '../ui/navigate'
import { useQueryString } from '../ui/query'

/** The page at the current address. Until its code and data are loaded, the page before it stays. */
export function CurrentPage({ pages }: { pages: PageSource }) {
  const query = useQueryString()
  const { pathname, search } = useLocation()
  const config = useConfig()
  const member = useMember()
  const first = firstPageBelow(pathname)
  if (first) return <Navigate replace to={withQueryOf(first, search)} />
  const page = pageAt(pathname, config, member)
  return (
    <After promise={pages.awaited(page, query)}>
      <Arrived pages={pages} page={page} />
    </After>
  )
}

/** An address with this query as well, by which advertisements count their visits. */
const withQueryOf = (to: string, search: string) =>
  to + (to.includes('?') ? search.replace('?', '&') : search)

/** A promise that need not be waited for. React wants one on every render, and reads its `status`. */
const DONE = Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined })

/** Keeps what is on the screen until the change of page that is under way. */
const NEVER = new Promise<never>(() => undefined)

function After({ promise, children }: { promise: Promise<unknown> | null; children: ReactNode }) {
  use(promise ?? DONE)
  return children
}

function Arrived({ pages, page }: { pages: PageSource; page: Page }) {
  const client = useQueryClient()
  const { pathname, search } = useLocation()
  const query = useQueryString()
  const config = useConfig()
  const member = useMember()
  if (page.auth === 'member' && member === null) {
    const to = loginPath(pathname + (notedAt(pathname) ?? search))
    const login = new URL(to, 'http://here')
    return (
      <After
        promise={isOnItsWay() ? NEVER : pages.awaited(pageAt(login.pathname, config), login.searchParams)}
      >
        <Navigate replace to={to} />
      </After>
    )
  }
  // The path belongs to a page, but what it is about does not exist.
  if (client.getQueryData([subjectOf(page, query)]) === null)
    return (
      <After promise={pages.awaited(NOT_FOUND, new URLSearchParams())}>
        <PageOf pages={pages} page={NOT_FOUND} query={query} />
      </After>
    )
  return <PageOf pages={pages} page={page} query={query} />
}

/** Whether the address is the login already, while its page is still being loaded. */
const isOnItsWay = () => typeof window !== 'undefined' && window.location.pathname === '/login'

/** The query that the checkout has written into the address without the router (`orders/use-choice.ts`). */
const notedAt = (pathname: string) =>
  typeof window !== 'undefined' && window.location.pathname === pathname ? window.location.search : undefined

function PageOf({ pages, page, query }: { pages: PageSource; page: Page; query: URLSearchParams }) {
  const Component = pages.component(page, query)
  return <Component />
}
