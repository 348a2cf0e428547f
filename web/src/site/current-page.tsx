import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, use } from 'react'
import { Navigate, useLocation } from 'react-router'
import { loginPath, memberQuery } from '../members/member'
import type { PageRoute } from '../page-route'
import type { Pages } from '../pages'
import { NOT_FOUND } from '../routes'
import { pageAt, subjectOf } from '../routing'
import { useQueryString } from '../ui/query'
import { configQuery } from './queries'

/** The page at the current address. Until its code and data are loaded, the page before it stays. */
export function CurrentPage({ pages }: { pages: Pages }) {
  const query = useQueryString()
  const { pathname } = useLocation()
  const { data: config } = useSuspenseQuery(configQuery)
  const route = pageAt(pathname, config)
  return (
    <After promise={pages.awaited(route, query)}>
      <Arrived pages={pages} route={route} />
    </After>
  )
}

/** A promise that need not be waited for. React wants one on every render, and reads its `status`. */
const DONE = Object.assign(Promise.resolve(), { status: 'fulfilled', value: undefined })

function After({ promise, children }: { promise: Promise<unknown> | null; children: ReactNode }) {
  use(promise ?? DONE)
  return children
}

function Arrived({ pages, route }: { pages: Pages; route: PageRoute }) {
  const client = useQueryClient()
  const { pathname, search } = useLocation()
  const query = useQueryString()
  const { data: member } = useSuspenseQuery(memberQuery)
  if (route.auth === 'member' && member === null) {
    if (isOnItsWay()) return null
    return <Navigate replace to={loginPath(pathname + (notedAt(pathname) ?? search))} />
  }
  // The path belongs to a page, but what it is about does not exist.
  if (client.getQueryData([subjectOf(route, query)]) === null)
    return (
      <After promise={pages.awaited(NOT_FOUND, new URLSearchParams())}>
        <PageOf pages={pages} route={NOT_FOUND} />
      </After>
    )
  return <PageOf pages={pages} route={route} />
}

/** Whether the address is the login already, while its page is still being loaded. */
const isOnItsWay = () => typeof window !== 'undefined' && window.location.pathname === '/login'

/** The query that the checkout has written into the address without the router (`orders/use-choice.ts`). */
const notedAt = (pathname: string) =>
  typeof window !== 'undefined' && window.location.pathname === pathname ? window.location.search : undefined

function PageOf({ pages, route }: { pages: Pages; route: PageRoute }) {
  const Page = pages.component(route)
  return <Page />
}
