import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { quickenComputedStyle } from './computed-style'
import { shop } from './shop'

// What browsers have and jsdom lacks.
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.open = false
  this.dispatchEvent(new Event('close'))
}
window.scrollTo = () => undefined

quickenComputedStyle()

// Generous, because the machine may be busy.
configure({
  asyncUtilTimeout: 10_000,
  // Prints the document only for those who read the message: a query that is waited for fails many times before it succeeds.
  getElementError: (message, container) =>
    Object.defineProperties(new Error(), {
      name: { value: 'TestingLibraryElementError', configurable: true },
      message: {
        get: () => [message, prettyDOM(container)].filter(Boolean).join('\n\n'),
        configurable: true,
      },
    }),
})

beforeAll(() => shop.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  cleanup()
  shop.resetHandlers()
  localStorage.clear()
  sessionStorage.clear()
  // The next file may have the same document.
  window.history.replaceState(null, '', '/')
  document.body.replaceChildren()
})
afterAll(() => shop.close())
