import { useLocation } from 'react-router'
import { withReturn } from '../members'
import { pageAt } from '../routing'
import { useQueryString } from '../ui/query'

/** Pages that nobody wants to come back to once they are logged in. */
const ON_THE_WAY_IN = new Set(['/', '/login', '/sign-up', '/find-id', '/reset-password'])

/** The addresses of login and sign-up, which lead back to the page that they are pressed on. */
export function useWayIn() {
  const { pathname, search } = useLocation()
  const callbackUrl = useQueryString().get('callbackUrl')
  const here = pageAt(pathname, {}).secret ? null : pathname + search
  const back = ON_THE_WAY_IN.has(pathname) ? callbackUrl : here
  return (path: '/login' | '/sign-up') => (back === null ? path : withReturn(path, back))
}
