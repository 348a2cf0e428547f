import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { path } from '../api/path'
import { apiQuery } from '../api/queries'
import type { HeadTag, SiteConfig } from '../api/types'
import { pageAt } from '../routing'
import { useConfig } from '../site'

/** What the server's document says of its page alone (`pages/page_head.py`, `tags_of`). */
const OF_ONE_PAGE =
  'meta[name=description],meta[name=robots],meta[name="twitter:card"],meta[property],' +
  'link[rel=canonical],link[rel=alternate],script[type="application/ld+json"]'

const forgetHead = () => {
  for (const element of document.head.querySelectorAll(OF_ONE_PAGE)) element.remove()
}

function elementOf({ name, attributes, text }: HeadTag): HTMLElement {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.textContent = text
  return element
}

const headOf = (client: QueryClient, address: string) =>
  client.query(apiQuery(path('/api/v1/head', { address })))

/** The address by which a page is listed. A member's has no query, which may name an order or a payment. */
const listed = (pathname: string, search: string, config: SiteConfig) =>
  pageAt(pathname, config).auth === 'member' ? pathname : pathname + search

/**
 * Has the head follow the page, for whoever reads it from a document that is open: the browser's and the phone's
 * sharing, bookmarks, extensions. The server writes every head, so it is asked for that of another page; until it answers,
 * the head says nothing rather than what was true of the page before.
 */
export function usePageHead(landing: string) {
  const client = useQueryClient()
  const { pathname, search } = useLocation()
  const config = useConfig()
  const address = listed(pathname, search, config)
  const [arrivedAt] = useState(() => {
    const { pathname: path, search: query } = new URL(landing)
    return listed(path, query, config)
  })
  const shown = useRef(arrivedAt)
  useEffect(() => {
    if (shown.current === address) return
    shown.current = address
    forgetHead()
    headOf(client, address).then(
      ({ tags }) => {
        if (shown.current !== address) return
        forgetHead()
        document.head.append(...tags.map(elementOf))
      },
      () => undefined, // nothing is said of this page
    )
  }, [client, address])
}
