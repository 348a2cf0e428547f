import { path, withQuery } from '../api/path'
import type { FaqCategory } from '../api/types'

/** The server takes no more of a search. */
const MOST_SOUGHT = 50

/** `?q=` as it is asked for: no empty ends, single spaces, no more than the server takes. */
export const soughtIn = (query: URLSearchParams) =>
  [...(query.get('q') ?? '').replaceAll(/\s+/g, ' ').trim()].slice(0, MOST_SOUGHT).join('').trim()

const CATEGORIES: FaqCategory[] = ['product', 'connection', 'payment', 'account', 'address']

/** `?category=`; whatever else stands there means all of them. */
export const categoryIn = (query: URLSearchParams) =>
  CATEGORIES.find((category) => category === query.get('category'))

export const NOTICE = '/support/notice'
export const FAQ = '/support/faq'
export const SEARCH = '/support/search'

export const noticesPath = (page: number, q = '') => withQuery(NOTICE, { page, q })
export const noticePath = (slug: string) => `${NOTICE}/${slug}`
export const faqsPath = (page: number, { category, q }: { category?: FaqCategory; q?: string } = {}) =>
  withQuery(FAQ, { page, category, q })
/** Without its page, which changes with every entry that is added before it. */
export const faqPath = (slug: string) => `${FAQ}#${slug}`
export const searchPath = (q: string, page = 1) => withQuery(SEARCH, { q, page })

export const faqApi = (slug: string) => path('/api/v1/faqs/{slug}', { slug })
