import { useLocation } from 'react-router'
import type { Params } from './page-route'
import { pageAt } from './routing'

/** What this address names in the places of its route's `:words`. */
export const usePageParams = (): Params => pageAt(useLocation().pathname, {}).params ?? {}
