import { isPlainClick } from '../ui/plain-click'

const MARK = 'data-going'

/** The link of this site that an event is about. */
export function linkOf({ target }: Event): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  const isOurs = link && link.origin === location.origin && !link.hasAttribute('download')
  return isOurs ? link : null
}

export const leadsElsewhere = (link: HTMLAnchorElement) =>
  link.pathname + link.search !== location.pathname + location.search

/** Whether the address is that of the login which leads back to where a link leads. */
const isBehindLogin = ({ pathname, search }: HTMLAnchorElement) =>
  new URLSearchParams(location.search).get('callbackUrl') === pathname + search

/** Removes the mark from the link that was pressed: its page is there. */
export function unmarkLinks() {
  for (const link of document.querySelectorAll(`[${MARK}]`)) link.removeAttribute(MARK)
}

/** Marks the link that was pressed until its page is there, whether the app or the browser opens it. */
export function markLink(event: MouseEvent) {
  const link = linkOf(event)
  if (!link) return
  const byApp = event.defaultPrevented && (link.href === location.href || isBehindLogin(link))
  const byBrowser = !event.defaultPrevented && isPlainClick(event, link) && leadsElsewhere(link)
  if (!(byApp || byBrowser)) return
  unmarkLinks()
  link.setAttribute(MARK, '')
}
