import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import type { SiteConfig } from '../api/types'
import { listPage, numbered } from '../discovery'
import { pageAt, subjectOf, textsOf } from '../routing'
import { NOT_FOUND } from '../site/pages'
import { useQueryString } from '../ui/query'

/** The server has no layout to act before. */
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** How far each place in the history was scrolled. */
const positions = new Map<string, number>()

/** As the router notes its keys; the first page of a visit has none. */
const isHere = (key: string) => ((window.history.state as { key?: string } | null)?.key ?? 'default') === key

/** What a `#hash` names; of one that is no encoding, as it is written. */
function idIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}

/** A new page begins at its top, or where its `#hash` points; going back returns to where one was. */
function useScroll() {
  const { key, hash, pathname } = useLocation()
  const type = useNavigationType()
  const arrived = useRef({ key, pathname })
  useBeforePaint(() => {
    const from = arrived.current
    if (from.key === key) return
    arrived.current = { key, pathname }
    // A choice noted in the address is no new page.
    if (type === 'REPLACE' && from.pathname === pathname && !hash) return
    const target = document.getElementById(idIn(hash))
    if (type === 'POP') {
      // With a hash it is the browser's own jump inside the page.
      if (!hash) window.scrollTo(0, positions.get(key) ?? 0)
    } else if (target) target.scrollIntoView()
    else window.scrollTo(0, 0)
  }, [key, hash, type, pathname])
  useEffect(() => {
    // The browser scrolls the page that is left as well, once the address is another one's.
    const note = () => isHere(key) && positions.set(key, window.scrollY)
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [key])
}

/** A new page in the same document: name it, and let the keyboard and screen reader begin at its content. */
export function usePageChange(config: SiteConfig) {
  const { pathname } = useLocation()
  const title = usePageTitle(config)
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useScroll()
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  useEffect(() => {
    if (document.title !== title) document.title = title
  }, [title])
  return main
}

/** As the server writes it: that of the thing the page is about, before the page's own. */
function usePageTitle(config: SiteConfig): string {
  const client = useQueryClient()
  const { pathname } = useLocation()
  const query = useQueryString()
  const page = pageAt(pathname, config)
  const answerAt = (path: string | undefined) => client.getQueryData<{ title?: string } | null>([path])
  const subject = answerAt(subjectOf(page, query))
  const ownTitle = subject?.title || answerAt(textsOf(page, query))?.title
  const title = subject === null ? NOT_FOUND.title : ownTitle || numbered(page.title, listPage(page, query))
  return `${config.siteNm} | ${title}`
}
