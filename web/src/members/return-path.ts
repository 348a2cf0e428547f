import { purchaseAt } from '../catalog/paths'

/** Excludes backslashes, which browsers read as slashes, and control characters, which they drop from addresses. */
const SAME_SITE = /^\/(?![/\\])[^\\\p{Cc}]*$/u

/** The path to return to after login: `callbackUrl` if it is a path of this site, else the home page. */
export function returnPath(query: URLSearchParams): string {
  const path = query.get('callbackUrl') ?? '/'
  return SAME_SITE.test(path) ? path : '/'
}

/** A link from the login to the sign-up or the other way round that keeps the path to return to. */
export const withReturn = (path: '/login' | '/sign-up', back: string) =>
  back === '/' ? path : `${path}?callbackUrl=${encodeURIComponent(back)}`

/** The query parameter by which somebody says at the login page that they are a member already. */
export const AS = 'as'

/** A link to the form of the login page, past the question whether to join that stands before a purchase. */
export const formPath = (back: string) =>
  purchaseAt(back) ? `${withReturn('/login', back)}&${AS}=member` : withReturn('/login', back)
