import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, type Path, Router } from 'react-router'

const history = createBrowserHistory({ v5Compat: true })

/** Changes the address from outside of any component: the end of a session leads to the login. */
export const replaceAddress = (path: string) => history.replace(path)

interface BrowserRouterProps {
  /** The path that somebody is led to who is on the way to this one but may not enter. */
  detour: (to: Path) => string | undefined
  children: ReactNode
}

/**
 * Holds the address bar as React state. A change is a transition, so the old page stays until the next one is ready.
 */
export function BrowserRouter({ detour, children }: BrowserRouterProps) {
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location })
  useLayoutEffect(
    () =>
      history.listen((update) => {
        const elsewhere = detour(update.location)
        if (elsewhere) history.replace(elsewhere)
        else startTransition(() => setState(update))
      }),
    [detour],
  )
  return (
    <Router navigator={history} navigationType={action} location={location}>
      {children}
    </Router>
  )
}
