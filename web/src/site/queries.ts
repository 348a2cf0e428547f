import { apiQuery } from '../api/queries'
import type { SiteConfig } from '../api/types'

export const configQuery = apiQuery<SiteConfig>('/api/v1/config/info')

/** The address this browser is seen from. Asked by the browser only: a cached page must not hold it. */
export const myIpQuery = { ...apiQuery<string>('/api/get-ip'), staleTime: 0 }
