import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { use } from 'react'
import { Navigate, useLocation } from 'react-router'
import { loginPath, memberQuery } from '../members/member'
import type { Pages } from '../pages'
import { NOT_FOUND, pageAt, subjectOf } from '../routes'
import { useQueryString } from '../ui/query'
import { configQuery } from './queries'

/** The page at this address, once its code and data are there; until then the one before it stays. */
export function CurrentPage({ pages }: { pages: Pages }) {
  const client = useQueryClient()
  const { pathname, search } = useLocation()
  const query = useQueryString()
  const { data: config } = useSuspenseQuery(configQuery)
  const route = pageAt(pathname, config)
  const awaited = pages.awaited(route, query)
  if (awaited) use(awaited)

  const { data: member } = useSuspenseQuery(memberQuery)
  if (route.auth === 'member' && member === null)
    return <Navigate replace to={loginPath(pathname + search)} />
  if (client.getQueryData([subjectOf(route, query)]) === null) return <Missing pages={pages} />
  const Page = pages.component(route)
  return <Page />
}

/** The address is one of ours, and what it names is not there. */
function Missing({ pages }: { pages: Pages }) {
  const awaited = pages.awaited(NOT_FOUND, new URLSearchParams())
  if (awaited) use(awaited)
  const Page = pages.component(NOT_FOUND)
  return <Page />
}
