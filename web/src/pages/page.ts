import type { Callable } from '../api/path'
import type { YesNo } from '../api/types'

/** The switches of the site's configuration, one for everything that the operator sells or grants. */
export type SwitchName = 'sttcYn' | 'dynmYn' | 'ticketYn' | 'pointYn'

/** A switch that is not known counts as on: a page is not withheld because the configuration did not arrive. */
export type Switches = Partial<Record<SwitchName, YesNo>>

/** GET paths by the names under which the page gets their answers; `undefined` where this address asks for none. */
export type PageData = Record<string, Callable<'get'> | undefined>

/** What an address has in the places of its path's `:words`. */
export type Params = Readonly<Record<string, string>>

type ParamsOf<Address extends string> = Address extends `${string}:${infer Name}`
  ? Record<Name, string>
  : Params

/** What an address tells its page. */
export interface At<Address extends string = string> {
  params: ParamsOf<Address>
  query: URLSearchParams
  /** Which page of a list `?page=` asks for. */
  page: number
}

/** The schema.org types by which pages describe themselves to search engines. */
type StructuredType = 'Product' | 'NewsArticle' | 'TechArticle' | 'FAQPage'

/** Everything about one page that is known before it is drawn, as the server and the browser read it. */
export interface Page {
  /** A segment `:name` stands for any one word of an address: letters, digits, hyphens. */
  path: string
  /** What an address has in those places; filled in by `pageAt`. */
  params?: Params
  /** The module that draws it, below `src/` and without `.page.tsx`; for some pages it depends on the query. */
  file: string | ((query: URLSearchParams) => string)
  title: string
  /** The description for search results, where the page's own text brings none. It is in the server's build only. */
  description?: string | false
  /** The operator's switch for the page. While it is off the page does not exist: 404, and no menu leads to it. */
  switchedBy?: SwitchName
  /** What is fetched before the page is drawn, beside what every page needs. */
  data?(at: At): PageData
  /**
   * The entry of `data` that the page is about: where that does not exist, neither does the page. Its `title`,
   * `description` and `image` are the page's own.
   */
  subject?: string
  /**
   * The entry of `data` that the operator has written for the page. The page is there without that, too (then it is
   * `null`); where there is such a text, its `title`, `description` and `image` are the page's own.
   */
  texts?: string
  /**
   * The entry of `data` that the page can do without: where it cannot be had now, the page is drawn as if there were
   * nothing of it (then it is `null`), and the browser asks for it later.
   */
  dispensable?: string
  /** The entry of `data` that is described to search engines, and as which schema.org type. */
  structured?: { type: StructuredType; of: string }
  auth?: 'public' | 'member'
  /**
   * Whether sub-ids have this page of members: `too`; or `only` they have it; `own` is only a sub-id's that looks itself,
   * not its owner as it. Without it the page is not there for them.
   */
  subIds?: 'too' | 'only' | 'own'
  /** Keeps search engines from listing the page; for some pages it depends on the query. */
  noindex?: boolean | ((query: URLSearchParams) => boolean)
  /**
   * The address itself is a secret: whoever knows it can do something. It is in no log, no referrer, no tag of the head
   * and no way back from the login.
   */
  secret?: boolean
  /** Whether a visitor's page may be cached and served to the next visitor. */
  cache?: boolean
}

/** A page as it is declared: the compiler knows the words of its path and the names and types of its data. */
export interface PageOf<Address extends string, Data extends PageData, OrNull extends string> extends Page {
  path: Address
  data?(at: At<Address>): Data
  subject?: keyof Data & string
  texts?: OrNull & keyof Data
  dispensable?: OrNull & keyof Data
  structured?: { type: StructuredType; of: keyof Data & string }
}

/** Declares a page. This stands once, in `pages.ts` of the page's folder. */
export const page = <
  const Address extends string,
  Data extends PageData = Record<never, never>,
  OrNull extends string = never,
>(
  declared: PageOf<Address, Data, OrNull>,
) => declared

/** Declares a page for members alone, which search engines do not list. */
export const memberPage = <
  const Address extends string,
  Data extends PageData = Record<never, never>,
  OrNull extends string = never,
>(
  declared: PageOf<Address, Data, OrNull>,
): PageOf<Address, Data, OrNull> => ({ ...declared, auth: 'member', noindex: true })
