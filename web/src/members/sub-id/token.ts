import { storedText } from '../../ui/browser-storage'

/** The link that this tab was opened with. A link within the page, such as that to its content, takes its place behind the `#`. */
export const lastToken = storedText('sessionStorage', 'ieum:sub-id-link')

/** The token in an address's fragment; `null` where it was cut, or there is none. */
export const tokenIn = (hash: string) => (/^#[A-Za-z0-9_-]{43}$/.test(hash) ? hash.slice(1) : null)
