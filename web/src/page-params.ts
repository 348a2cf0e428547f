import { useLocation } from 'react-router'
import { type Params, pageAt } from './routes'

/** What this address names in the places of its route's `:words`. */
export const usePageParams = (): Params => pageAt(useLocation().pathname, {}).params ?? {}
