import { useEffect } from 'react'

/** The event by which a page names the one that most people open next; `detail` is its address. */
export const LIKELY_PAGE = 'ieum:likely-page'

/** After what the page itself still loads. */
const AFTER_MS = 300

/** Lets the page that most people open from here be fetched while this one is read. */
export function useLikelyPage(to: string) {
  useEffect(() => {
    const timer = setTimeout(() => dispatchEvent(new CustomEvent(LIKELY_PAGE, { detail: to })), AFTER_MS)
    return () => clearTimeout(timer)
  }, [to])
}
