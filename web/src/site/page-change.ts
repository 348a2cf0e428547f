import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import type { SiteConfig } from '../api/types'
import { pageAt } from '../routes'

/** The server has no layout to act before. */
const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect

/** How far each place in the history was scrolled. */
const positions = new Map<string, number>()

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
    const target = hash ? document.getElementById(hash.slice(1)) : null
    if (type === 'POP') {
      // With a hash it is the browser's own jump inside the page.
      if (!hash) window.scrollTo(0, positions.get(key) ?? 0)
    } else if (target) target.scrollIntoView()
    else window.scrollTo(0, 0)
  }, [key, hash, type, pathname])
  useEffect(() => {
    const note = () => positions.set(key, window.scrollY)
    window.addEventListener('scroll', note, { passive: true })
    return () => window.removeEventListener('scroll', note)
  }, [key])
}

/** A new page in the same document: name it, and let the keyboard and screen reader begin at its content. */
export function usePageChange(config: SiteConfig) {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useScroll()
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    document.title = `${config.siteNm} | ${pageAt(pathname, config).title}`
    main.current?.focus({ preventScroll: true })
  }, [pathname, config])
  return main
}
