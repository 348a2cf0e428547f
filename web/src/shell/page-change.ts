import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import type { SiteConfig } from '../api/types'
import { listPage, numbered } from '../discovery'
import { useMember } from '../members'
import { pageAt, subjectOf, textsOf } from '../routing'
import { NOT_FOUND } from '../site/pages'
import { useQueryString } from '../ui/query'
import { unmarkLinks } from './pressed-links'

/** The layout effect, except on the server, which has no layout. */
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** The scroll position of every history entry, by its key. */
const positions = new Map<string, number>()

/** Whether the router's key is that of the current history entry. The first entry of a visit has none. */
const isHere = (key: string) => ((window.history.state as { key?: string } | null)?.key ?? 'default') === key

/** The id that a `#hash` names, decoded where it is validly encoded. */
function idIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}

/** Scrolls a new page to its top or to its `#hash`, and a page returned to where it was left. */
function useScroll() {
  const { key, hash, pathname } = useLocation()
  const type = useNavigationType()
  const arrived = useRef({ key, pathname })
  useBeforePaint(() => {
    const from = arrived.current
    if (from.key === key) return
    arrived.current = { key, pathname }
    // A replaced query, such as a new choice at the checkout, is no new page.
    if (type === 'REPLACE' && from.pathname === pathname && !hash) return
    const target = document.getElementById(idIn(hash))
    if (type === 'POP') {
      // With a hash the browser itself jumps inside the page.
      if (!hash) window.scrollTo(0, positions.get(key) ?? 0)
    } else if (target) target.scrollIntoView()
    else window.scrollTo(0, 0)
  }, [key, hash, type, pathname])
  useEffect(() => {
    // The browser also scrolls the page being left, when the address has changed already: that does not count.
    const note = () => isHere(key) && positions.set(key, window.scrollY)
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [key])
}

/** After a change of page, sets the title and moves keyboards and screen readers to the content. */
export function usePageChange(config: SiteConfig) {
  const { key, pathname, hash } = useLocation()
  const titleNow = usePageTitle(config)
  const title = titleNow()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useScroll()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every history entry that is shown ends the wait for it
  useEffect(unmarkLinks, [key])
  // Before the page can be seen: a Tab that is pressed as soon as it is would have its focus taken away.
  useBeforePaint(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
    // The part that a `#hash` asked for, if it can take the focus.
    document.getElementById(idIn(hash))?.focus({ preventScroll: true })
  }, [pathname, hash])
  // Asked for again: the page's data may have come after the frame was drawn and before the page was.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title, or another page, is a reason to look
  useEffect(() => {
    const now = titleNow()
    if (document.title !== now) document.title = now
  }, [title, key])
  return main
}

/** Tells the title that the server writes: that of the page's subject, such as a notice, or else the page's own. */
function usePageTitle(config: SiteConfig): () => string {
  const client = useQueryClient()
  const { pathname } = useLocation()
  const query = useQueryString()
  const page = pageAt(pathname, config, useMember())
  const answerAt = (path: string | undefined) => client.getQueryData<{ title?: string } | null>([path])
  return () => {
    const subject = answerAt(subjectOf(page, query))
    const ownTitle = subject?.title || answerAt(textsOf(page, query))?.title
    const title = subject === null ? NOT_FOUND.title : ownTitle || numbered(page.title, listPage(page, query))
    return `${config.siteNm} | ${title}`
  }
}
