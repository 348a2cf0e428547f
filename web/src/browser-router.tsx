import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import {
  type Location,
  UNSAFE_LocationContext as LocationContext,
  type NavigationType,
  type Path,
} from 'react-router'
import { NavigatorContext } from './ui/navigate'

/** An entry of the history, and how it came to be the current one. */
interface Current {
  location: Location
  navigationType: NavigationType
}

/** The key is kept with its entry; one that the browser has made by itself has none. */
function currentBy(how: 'POP' | 'PUSH' | 'REPLACE'): Current {
  const { pathname, search, hash } = window.location
  const { key = 'default' } = (window.history.state ?? {}) as { key?: string }
  return { location: { pathname, search, hash, state: null, key }, navigationType: how as NavigationType }
}

const newEntry = () => ({ key: Math.random().toString(36).slice(2, 10) })

/** What is told of a change of address. */
let listener: (current: Current) => void = () => undefined

function push(path: string) {
  try {
    window.history.pushState(newEntry(), '', path)
  } catch {
    // Safari refuses the hundredth entry within half a minute.
    window.location.assign(path)
  }
  listener(currentBy('PUSH'))
}

/** Changes the address, also from outside of any component: the end of a session leads to the login. */
export function replaceAddress(path: string) {
  window.history.replaceState(newEntry(), '', path)
  listener(currentBy('REPLACE'))
}

const NAVIGATOR = { push, replace: replaceAddress }

interface BrowserRouterProps {
  /** The path that somebody is led to who is on the way to this one but may not enter. */
  detour: (to: Path) => string | undefined
  children: ReactNode
}

/**
 * Holds the address bar as React state, for the router's hooks. A change is a transition, so the old page stays until the
 * next one is ready. It is our own, because the router's own resolves addresses in ways that nothing here asks for: a kilobyte
 * that the home page can do without.
 */
export function BrowserRouter({ detour, children }: BrowserRouterProps) {
  const [current, setCurrent] = useState(() => currentBy('POP'))
  useLayoutEffect(() => {
    listener = (next) => {
      const elsewhere = detour(next.location)
      if (elsewhere) replaceAddress(elsewhere)
      else startTransition(() => setCurrent(next))
    }
    const popped = () => listener(currentBy('POP'))
    window.addEventListener('popstate', popped)
    return () => window.removeEventListener('popstate', popped)
  }, [detour])
  return (
    <NavigatorContext value={NAVIGATOR}>
      <LocationContext.Provider value={current}>{children}</LocationContext.Provider>
    </NavigatorContext>
  )
}
