import type { Page, Switches } from './pages/page'
import { pageNumber } from './pages/page-number'
import { PAGES } from './routes'
import { apiOf, isNoindex, pageAt } from './routing'
import { NOT_FOUND } from './site/pages'

/** A page that stands above another one in the shop's order. */
export interface Crumb {
  path: string
  title: string
}

/** An address for the sitemap. */
export interface ListedPage {
  path: string
  /** The page has a subject, and is there only while that is. */
  hasSubject: boolean
}

const isPublic = (page: Page) => !isNoindex(page, new URLSearchParams()) && page.auth !== 'member'

const apiAt = (page: Page, query = '') => apiOf(page, new URLSearchParams(query)).join('\n')

/**
 * Which page of a list the address shows; 1 where it shows no list. Search engines do not list a part of a list (a search,
 * a category) by itself, so that it counts as the first page of the whole.
 */
export function listPage(page: Page, query: URLSearchParams): number {
  const number = pageNumber(query)
  const shown = apiAt(page, `page=${number}`)
  return number > 1 && shown !== apiAt(page) && shown === apiOf(page, query).join('\n') ? number : 1
}

/** The title of a list's later page says its number, so that no two are alike. */
export const numbered = (title: string, page: number) => (page > 1 ? `${title} (${page}쪽)` : title)

/** The pages above this address, from the outermost; the home page, which is above all, goes without saying. */
export function trail(pathname: string, switches: Switches): Crumb[] {
  const words = pathname.split('/').filter(Boolean)
  return words
    .slice(0, -1)
    .map((_, last) => `/${words.slice(0, last + 1).join('/')}`)
    .map((path) => ({ path, page: pageAt(path, switches) }))
    .filter(({ page }) => page !== NOT_FOUND && isPublic(page))
    .map(({ path, page }) => ({ path, title: page.title }))
}

/** Every public page whose address is a fixed one, while these switches stand as they do. */
export const listed = (switches: Switches): ListedPage[] =>
  PAGES.filter(
    (page) => !page.path.includes(':') && isPublic(page) && pageAt(page.path, switches) !== NOT_FOUND,
  ).map(({ path, subject }) => ({ path, hasSubject: subject !== undefined }))
