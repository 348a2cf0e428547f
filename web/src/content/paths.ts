import { path, withQuery } from '../api/path'
import type { FaqCategory } from '../api/types'

/** The server takes no longer search. */
const LONGEST_TERM = 50

/** The search term of `?q=`: trimmed, with single spaces, cut to what the server takes. */
export const searchTermIn = (query: URLSearchParams) =>
  [...(query.get('q') ?? '').replaceAll(/\s+/g, ' ').trim()].slice(0, LONGEST_TERM).join('').trim()

const CATEGORIES: FaqCategory[] = ['product', 'connection', 'payment', 'account', 'address']

/** The category of `?category=`; any other value means all categories. */
export const categoryIn = (query: URLSearchParams) =>
  CATEGORIES.find((category) => category === query.get('category'))

export const NOTICE = '/support/notice'
export const FAQ = '/support/faq'
export const SEARCH = '/support/search'

export const noticesPath = (page: number, q = '') => withQuery(NOTICE, { page, q })
export const noticePath = (slug: string) => `${NOTICE}/${slug}`
export const faqsPath = (page: number, { category, q }: { category?: FaqCategory; q?: string } = {}) =>
  withQuery(FAQ, { page, category, q })
/** The link to one answer. It leaves out the page of the list, which changes with every question added before it. */
export const faqPath = (slug: string) => `${FAQ}#${slug}`
export const searchPath = (q: string, page = 1) => withQuery(SEARCH, { q, page })

export const faqApi = (slug: string) => path('/api/v1/faqs/{slug}', { slug })
