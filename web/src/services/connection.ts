import { path } from '../api/path'
import { apiQuery } from '../api/queries'

/**
 * Whether this browser comes through a running service of the member, as the server sees it. Asked by the browser only,
 * and anew wherever it is shown: it changes as soon as a tunnel is switched on.
 */
export const connectionQuery = {
  ...apiQuery(path('/api/v1/services/connection', {})),
  staleTime: 0,
  retry: false,
}
