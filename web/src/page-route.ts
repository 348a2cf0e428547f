import type { YesNo } from './api/types'

/** What the operator sells or grants, each with a switch of its own in the site's configuration. */
export type Feature = 'sttcYn' | 'dynmYn' | 'ticketYn' | 'pointYn'

/** A switch that is not known counts as on: a page is not withheld because the configuration did not arrive. */
export type Switches = Partial<Record<Feature, YesNo>>

/** What an address names in the places of its route's `:words`. */
export type Params = Readonly<Record<string, string>>

/** One page: what it is called, what it needs, who may see it. The server and the browser read the same rows. */
export interface PageRoute {
  /** A segment `:name` stands for any one word of an address: letters, digits, hyphens. */
  path: string
  /** What the address has there; filled in by `pageAt`. */
  params?: Params
  /** The module that draws it, below `src/` and without `.page.tsx`. */
  page: string
  title: string
  /** Key of the description and sharing data the server keeps. */
  meta: string
  /** While the operator has it switched off the page does not exist: 404, and no menu leads to it. */
  feature?: Feature
  /** GET paths beside `EVERY_PAGE` whose answers must be there before the page is drawn. */
  api?: (query: URLSearchParams, params: Params) => string[]
  /**
   * GET path of the very thing that the page is about: where that does not exist, neither does the page. Its answer's
   * `title`, `description` and `image` are the page's own.
   */
  subject?: (params: Params, query: URLSearchParams) => string
  /**
   * GET path of what the operator has written for it. The page is there without that, too; where there is such a text, its
   * `title`, `description` and `image` are the page's own.
   */
  texts?: string
  auth?: 'public' | 'member'
  /** Of some pages only what stands behind the `?` decides. */
  noindex?: boolean | ((query: URLSearchParams) => boolean)
  /** May a visitor's page be kept and given to the next visitor? */
  cache?: boolean
}
