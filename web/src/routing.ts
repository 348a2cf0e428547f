import type { Callable } from './api/path'
import type { Member } from './api/types'
import { MEMBER_API } from './members/paths'
import { paramsIn, withoutSlash } from './pages/address'
import type { Page, PageData, Switches } from './pages/page'
import { pageNumber } from './pages/page-number'
import { fileOf } from './pages/page-source'
import { PAGES } from './routes'
import { servicesPath } from './services/paths'
import { NOT_FOUND } from './site/pages'
import { CONFIG_API } from './site/paths'

/** What the shell needs on every page. */
export const EVERY_PAGE: Callable<'get'>[] = [CONFIG_API, MEMBER_API]

/** The pages without `:words`, by address: a menu looks up dozens of these each time it is drawn. */
const FIXED_PAGES = new Map(PAGES.filter(({ path }) => !path.includes(':')).map((page) => [page.path, page]))
const PAGES_WITH_WORDS = PAGES.filter(({ path }) => path.includes(':'))

/** The page that somebody is led to who asks for the address above it: the first of its group in the menu. */
const FIRST_PAGES = new Map([
  ['/mypage', servicesPath(1)],
  ['/support', '/support/notice?page=1'],
  ['/download', '/download/windows'],
  ['/use', '/use/windows'],
])

/** Where an address leads that has no page of its own but pages below it. */
export const firstPageBelow = (pathname: string) => FIRST_PAGES.get(withoutSlash(pathname))

const isOn = ({ switchedBy }: Page, switches: Switches) => !switchedBy || switches[switchedBy] !== 'N'

/** Whether a member's page is there for whoever is logged in. A visitor may be either, and is sent to the login. */
const isFor = ({ auth, subIds }: Page, { kind }: Pick<Member, 'kind'>) =>
  auth !== 'member' ||
  (kind ? subIds && (kind === 'sub_id' || subIds !== 'own') : !subIds || subIds === 'too')

/** Finds the page at this address; one that is switched off, or is not for whoever is logged in, is not found. */
export function pageAt(pathname: string, switches: Switches, member?: Member | null): Page {
  const address = withoutSlash(pathname)
  const page = FIXED_PAGES.get(address) ?? pageWithWords(address)
  return page && isOn(page, switches) && (!member || isFor(page, member)) ? page : NOT_FOUND
}

function pageWithWords(address: string): Page | undefined {
  for (const page of PAGES_WITH_WORDS) {
    const params = paramsIn(page.path, address)
    if (params) return { ...page, params }
  }
  return undefined
}

export const isNoindex = ({ noindex = false }: Page, query: URLSearchParams) =>
  typeof noindex === 'function' ? noindex(query) : noindex

/** What this page asks of the server at this address, beside what every page needs. */
const dataOf = ({ data, params = {} }: Page, query: URLSearchParams): PageData =>
  data?.({ params, query, page: pageNumber(query) }) ?? {}

export const apiOf = (page: Page, query: URLSearchParams) =>
  [...EVERY_PAGE, ...Object.values(dataOf(page, query))].filter((path) => path !== undefined)

/** The GET path of one entry of the page's data, for instance of its `subject`. */
const entryOf = (page: Page, name: string | undefined, query: URLSearchParams) =>
  name === undefined ? undefined : dataOf(page, query)[name]

export const subjectOf = (page: Page, query: URLSearchParams) => entryOf(page, page.subject, query)
export const textsOf = (page: Page, query: URLSearchParams) => entryOf(page, page.texts, query)
export const dispensableOf = (page: Page, query: URLSearchParams) => entryOf(page, page.dispensable, query)
export const structuredOf = (page: Page, query: URLSearchParams) => entryOf(page, page.structured?.of, query)

/** The key of a page's module, as the bundler's manifest and `import.meta.glob` know it. */
export const pageModule = (page: Page, query: URLSearchParams) => fileOf(page, query).replace('./', 'src/')
