import { pageNumber } from './page-number'
import type { PageRoute, Switches } from './page-route'
import { NOT_FOUND, PAGES } from './routes'
import { apiOf, isNoindex, pageAt } from './routing'

/** A page that stands above another one in the shop's order. */
export interface Crumb {
  path: string
  title: string
}

/** An address that search engines may be told of. */
export interface ListedPage {
  path: string
  /** Whether it is only there while what it is about is. */
  hasSubject: boolean
}

const mayBeFound = (route: PageRoute) => !isNoindex(route, new URLSearchParams()) && route.auth !== 'member'

const paths = (route: PageRoute, query = '') => apiOf(route, new URLSearchParams(query)).join('\n')

/**
 * Which page of a list the address shows, 1 where it shows no list. A part of one, searched for or of a category, is
 * not found by itself and counts as the first page of the whole.
 */
export function listPage(route: PageRoute, query: URLSearchParams): number {
  const page = pageNumber(query)
  const shown = paths(route, `page=${page}`)
  return page > 1 && shown !== paths(route) && shown === apiOf(route, query).join('\n') ? page : 1
}

/** Later pages of a list are told apart by their number. */
export const numbered = (title: string, page: number) => (page > 1 ? `${title} (${page}쪽)` : title)

/** The pages above this address, from the outermost; the home page, which is above all, goes without saying. */
export function trail(pathname: string, switches: Switches): Crumb[] {
  const words = pathname.split('/').filter(Boolean)
  return words
    .slice(0, -1)
    .map((_, last) => `/${words.slice(0, last + 1).join('/')}`)
    .map((path) => ({ path, route: pageAt(path, switches) }))
    .filter(({ route }) => route !== NOT_FOUND && mayBeFound(route))
    .map(({ path, route }) => ({ path, title: route.title }))
}

/** Every page with an address of its own that anybody may find, while these switches stand as they do. */
export function listed(switches: Switches): ListedPage[] {
  return PAGES.filter((route) => mayBeFound(route) && pageAt(route.path, switches) === route).map(
    ({ path, subject }) => ({ path, hasSubject: subject !== undefined }),
  )
}
