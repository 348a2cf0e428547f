import type { PageRoute, Switches } from './page-route'
import { NOT_FOUND, PAGES } from './routes'

/** The shell needs these on every page. */
export const EVERY_PAGE = ['/api/v1/config/info', '/api/v1/member']

export const isNoindex = ({ noindex = false }: PageRoute, query: URLSearchParams) =>
  typeof noindex === 'function' ? noindex(query) : noindex

/** GET path of what the page is about, where it is about one thing. */
export const subjectOf = (route: PageRoute, query: URLSearchParams) =>
  route.subject?.(route.params ?? {}, query)

export function apiOf(route: PageRoute, query: URLSearchParams): string[] {
  const subject = subjectOf(route, query)
  return [
    ...EVERY_PAGE,
    ...(subject === undefined ? [] : [subject]),
    ...(route.texts === undefined ? [] : [route.texts]),
    ...(route.api?.(query, route.params ?? {}) ?? []),
  ]
}

const withoutSlash = (pathname: string) => pathname.replace(/(?<=.)\/+$/, '')

const isOn = ({ feature }: PageRoute, switches: Switches) => !feature || switches[feature] !== 'N'

const WORD = '([A-Za-z0-9-]{1,80})'

/** Those whose address is no fixed one, with what tells their addresses. */
const OPEN_PAGES = PAGES.filter(({ path }) => path.includes(':')).map((route) => ({
  route,
  names: [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
  pattern: new RegExp(`^${route.path.replaceAll(/:\w+/g, WORD)}$`),
}))

export function pageAt(pathname: string, switches: Switches): PageRoute {
  const path = withoutSlash(pathname)
  const fixed = PAGES.find((route) => route.path === path && !path.includes(':'))
  if (fixed) return isOn(fixed, switches) ? fixed : NOT_FOUND
  for (const { route, names, pattern } of OPEN_PAGES) {
    const words = pattern.exec(path)
    if (words && isOn(route, switches))
      return {
        ...route,
        params: Object.fromEntries(names.map((name, place) => [name, words[place + 1] ?? ''])),
      }
  }
  return NOT_FOUND
}

/** The key of a page's module, as the bundler's manifest and `import.meta.glob` know it. */
export const pageModule = (route: PageRoute) => `src/${route.page}.page.tsx`
