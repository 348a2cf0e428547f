import { type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, Router } from 'react-router'

const history = createBrowserHistory({ v5Compat: true })

/** Changes the address from outside of any component: the end of a session leads to the login. */
export const replaceAddress = (path: string) => history.replace(path)

/**
 * Holds the address bar as React state. A change is a transition, so the old page stays until the next one is ready.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location })
  useLayoutEffect(() => history.listen((update) => startTransition(() => setState(update))), [])
  return (
    <Router navigator={history} navigationType={action} location={location}>
      {children}
    </Router>
  )
}
