import { createContext, useCallback, useContext, useEffect } from 'react'

/** Changes the address bar. */
export interface Navigator {
  push: (to: string) => void
  replace: (to: string) => void
}

const nowhere = (to: string) => {
  throw new Error(`No navigator leads to ${to}`)
}

/** Is provided by the router around the app. The server has none: nothing navigates while a page is drawn. */
export const NavigatorContext = createContext<Navigator>({ push: nowhere, replace: nowhere })

interface Options {
  /** In place of the current entry of the history, to which the back button would otherwise lead. */
  replace?: boolean
}

/**
 * Returns the function that leads to another address of the shop. It is our own, because the router's also resolves addresses
 * against its nested routes and asks its data mode, of which we have neither: a kilobyte that the home page can do without.
 */
export function useNavigate() {
  const navigator = useContext(NavigatorContext)
  return useCallback(
    (to: string, { replace = false }: Options = {}) => {
      // The history would load a document from elsewhere.
      if (!isOurs(to)) throw new Error('Navigation leads out of the shop')
      if (replace) navigator.replace(to)
      else navigator.push(to)
    },
    [navigator],
  )
}

/**
 * Two slashes begin the name of another host, and browsers read a backslash as one. Tabs and line breaks between them are left
 * out before an address is read.
 */
const isOurs = (to: string) => /^\/(?![\t\n\r]*[/\\])/.test(to)

interface NavigateProps extends Options {
  to: string
}

/** Leads to another address as soon as it is drawn. */
export function Navigate({ to, replace = false }: NavigateProps) {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace }), [navigate, to, replace])
  return null
}
