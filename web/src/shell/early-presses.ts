/**
 * Keeps what is pressed before the app has taken the page over. The build writes this script into the document itself
 * (`vite.config.ts`), so it is there before anything can be seen, and imports nothing but a few lines.
 *
 * Links are left to the browser. A button is shown at work at once, and the last one that was pressed is pressed once more,
 * once, when the app is there: not if anything else was pressed or its form changed meanwhile, and not if it no longer
 * says what was pressed, such as another sum.
 */

import { linkOf, markLink, unmarkLinks } from './pressed-links'
import { TAKEN_OVER } from './taken-over'

/** None of these may reach React: it would take over everything in one go, and nothing would show the press until then. */
const OF_A_PRESS = [
  'pointerdown',
  'mousedown',
  'touchstart',
  'focusin',
  'pointerup',
  'mouseup',
  'click',
] as const

/** What the app does once it is there, such as filling a form from a draft, needs this long. */
const SETTLING_MS = 50

let pressed: HTMLButtonElement | null = null
let saidThen = ''

const early = new AbortController()
const listen = <Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
) => addEventListener(type, listener, { capture: true, signal: early.signal })

function forget() {
  pressed?.removeAttribute('aria-busy')
  pressed = null
}

/** What a button says that it does, and what its form would send. */
const saidBy = (button: HTMLButtonElement) =>
  [button.ariaLabel, button.textContent, ...(button.form ? new FormData(button.form) : [])].join()

/** Whether the browser alone does what the button is for. */
const needsNoScript = (button: HTMLButtonElement) =>
  button.hasAttribute('popovertarget') || (button.type === 'submit' && button.form?.hasAttribute('action'))

function press(event: Event, button: HTMLButtonElement) {
  if (needsNoScript(button)) return
  event.preventDefault()
  pressed = button
  saidThen = saidBy(button)
  button.ariaBusy = 'true'
}

for (const type of OF_A_PRESS)
  listen(type, (event) => {
    const button = event.target instanceof Element && event.target.closest('button')
    if (!(button || linkOf(event))) return
    event.stopPropagation()
    if (type !== 'click') return
    forget()
    if (button) press(event, button)
    else markLink(event as MouseEvent)
  })

// Whoever goes on filling a form in has not sent it.
for (const type of ['input', 'change'] as const)
  listen(type, ({ target }) => {
    if (pressed?.form && (target as HTMLInputElement).form === pressed.form) forget()
  })

// Without script a form would put what was typed into the address.
listen('submit', (event) => {
  if (!(event.target as HTMLFormElement).hasAttribute('action')) event.preventDefault()
})

addEventListener(
  TAKEN_OVER,
  () =>
    setTimeout(() => {
      early.abort()
      const button = pressed
      forget()
      if (button && saidBy(button) === saidThen) button.click()
    }, SETTLING_MS),
  { once: true },
)

// From then on, whatever the app leaves to the browser.
addEventListener('click', markLink)
// The browser may show this page again as it was left.
addEventListener('pagehide', () => {
  forget()
  unmarkLinks()
})
