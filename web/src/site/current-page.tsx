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

/** The page at this address, once its code and data are there; until then the one before it stays. */
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

/** Of its own, because React wants `use` to be asked every time where other hooks follow. */
function After({ promise, children }: { promise: Promise<unknown> | null; children: ReactNode }) {
  if (promise) use(promise)
  return children
}

function Arrived({ pages, route }: { pages: Pages; route: PageRoute }) {
  const client = useQueryClient()
  const { pathname, search } = useLocation()
  const query = useQueryString()
  const { data: member } = useSuspenseQuery(memberQuery)
  if (route.auth === 'member' && member === null)
    return <Navigate replace to={loginPath(pathname + search)} />
  // The address is one of ours, and what it names is not there.
  if (client.getQueryData([subjectOf(route, query)]) === null)
    return (
      <After promise={pages.awaited(NOT_FOUND, new URLSearchParams())}>
        <PageOf pages={pages} route={NOT_FOUND} />
      </After>
    )
  return <PageOf pages={pages} route={route} />
}

function PageOf({ pages, route }: { pages: Pages; route: PageRoute }) {
  const Page = pages.component(route)
  return <Page />
}
