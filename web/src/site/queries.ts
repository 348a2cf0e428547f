import { apiQuery } from '../api/queries'
import type { SiteConfig } from '../api/types'
import { LEGAL_TEXTS } from '../routes'

/** Every page brings it along, without `tos` and `pp`: those are long, and `legalTextsQuery` has them. */
export const configQuery = apiQuery<SiteConfig>('/api/v1/config/info')

export const legalTextsQuery = apiQuery<Pick<SiteConfig, 'tos' | 'pp'>>(LEGAL_TEXTS)

/** The address this browser is seen from. Asked by the browser only: a cached page must not hold it. */
export const myIpQuery = { ...apiQuery<string>('/api/get-ip'), staleTime: 0 }
