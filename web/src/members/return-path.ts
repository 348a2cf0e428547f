/** No backslash (browsers read it as a slash) and nothing invisible, which browsers drop while reading an address. */
const SAME_SITE = /^\/(?![/\\])[^\\\p{Cc}]*$/u

/** Where to go back to: only ever a path of this site, whatever `callbackUrl` says. */
export function returnPath(query: URLSearchParams): string {
  const path = query.get('callbackUrl') ?? '/'
  return SAME_SITE.test(path) ? path : '/'
}

/** The other form of the two, with the way back kept. */
export const withReturn = (path: '/login' | '/sign-up', back: string) =>
  back === '/' ? path : `${path}?callbackUrl=${encodeURIComponent(back)}`
