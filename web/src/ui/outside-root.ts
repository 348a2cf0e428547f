import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

/** Shows what became of an app that React has taken off the page, in an element of its own. */
export function showOutsideRoot(notice: ReactNode) {
  const place = document.createElement('div')
  document.body.append(place)
  createRoot(place).render(notice)
}
