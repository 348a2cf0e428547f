import { isPlainClick } from '../ui/link'

/** How long a pointer rests on a link before it looks like an intention, and a focus before Tab moves on. */
const HOVER_MS = 65
const FOCUS_MS = 150

const MARK = 'data-going'

let isTakenOver = false

/** From now on the app answers presses, not the browser alone. */
export const takeOver = () => {
  isTakenOver = true
}

/** The link of this site that an event is about. */
function linkOf({ target }: Event): HTMLAnchorElement | null {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
  const isOurs = link && link.origin === location.origin && !link.hasAttribute('download')
  return isOurs ? link : null
}

const leadsElsewhere = (link: HTMLAnchorElement) =>
  link.pathname + link.search !== location.pathname + location.search

/** Removes the mark from the link that was pressed: its page is there. */
export function unmarkLinks() {
  for (const link of document.querySelectorAll(`[${MARK}]`)) link.removeAttribute(MARK)
}

/**
 * Tells of a page as soon as its link is touched or looks about to be pressed, so that code and data are on their way
 * before the click.
 */
export function expectTouchedPages(expect: (link: HTMLAnchorElement) => void) {
  let timer = 0
  const tell = (event: Event) => {
    const link = linkOf(event)
    if (isTakenOver && link && leadsElsewhere(link)) expect(link)
  }
  const tellAfter = (milliseconds: number) => (event: Event) => {
    clearTimeout(timer)
    if (linkOf(event)) timer = window.setTimeout(() => tell(event), milliseconds)
  }
  const quietly = { capture: true, passive: true }
  document.addEventListener('pointerdown', tell, quietly)
  document.addEventListener('touchstart', tell, quietly)
  document.addEventListener('mouseover', tellAfter(HOVER_MS), quietly)
  document.addEventListener('focusin', tellAfter(FOCUS_MS), quietly)
}

/**
 * Marks the link that was pressed until its page is there, whether the app or the browser opens it.
 *
 * Before the app has taken the page over, links are left to the browser: React would first take over everything in one go,
 * and until then nothing would show that the link was pressed.
 */
export function markPressedLinks() {
  for (const type of ['pointerdown', 'mousedown', 'touchstart', 'focusin', 'pointerup', 'mouseup', 'click'])
    document.addEventListener(
      type,
      (event) => {
        if (isTakenOver || !linkOf(event)) return
        event.stopPropagation()
        if (event instanceof MouseEvent && type === 'click') mark(event)
      },
      { capture: true },
    )
  document.addEventListener('click', mark)
  window.addEventListener('pageshow', unmarkLinks)
}

function mark(event: MouseEvent) {
  const link = linkOf(event)
  if (!link) return
  const byApp = event.defaultPrevented && link.href === location.href
  const byBrowser = !event.defaultPrevented && isPlainClick(event, link) && leadsElsewhere(link)
  if (!(byApp || byBrowser)) return
  unmarkLinks()
  link.setAttribute(MARK, '')
}
