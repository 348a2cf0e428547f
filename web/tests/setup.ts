import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { shop } from './shop'

// What browsers have and jsdom lacks.
if (typeof window !== 'undefined') {
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
  window.scrollTo = () => undefined
}

// Generous, because the machine may be busy.
configure({ asyncUtilTimeout: 10_000 })

beforeAll(() => shop.listen({ onUnhandledFrame: 'error' }))
afterEach(() => {
  cleanup()
  shop.resetHandlers()
  if (typeof window === 'undefined') return
  localStorage.clear()
  sessionStorage.clear()
  // The next file may have the same document.
  window.history.replaceState(null, '', '/')
  document.body.replaceChildren()
})
afterAll(() => shop.close())
