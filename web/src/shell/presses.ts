import { leadsElsewhere, linkOf } from './pressed-links'
import { TAKEN_OVER } from './taken-over'

/** How long a pointer rests on a link before it looks like an intention, and a focus before Tab moves on. */
const HOVER_MS = 65
const FOCUS_MS = 150

let isTakenOver = false

/** From now on the app answers presses, not the browser alone, those too that the page's early script has kept. */
export function takeOver() {
  isTakenOver = true
  dispatchEvent(new Event(TAKEN_OVER))
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
