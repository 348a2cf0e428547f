import type { ComponentType } from 'react'
import type { Page } from './page'

/** Where the code of pages comes from: all of it is at hand on the server, and fetched page by page in the browser. */
export interface PageSource {
  /** What is still on its way before the page can be drawn; `null` when nothing is. */
  awaited: (page: Page, query: URLSearchParams) => Promise<unknown> | null
  /** The page's component, once nothing is awaited. */
  component: (page: Page, query: URLSearchParams) => ComponentType
}

/** The code of a page could not be fetched, and loading the document anew did not help. */
export class PageUnreachable extends Error {}

/** The module of a page, as `import.meta.glob` gives it. */
export interface PageModule {
  default: ComponentType
}

export const fileOf = ({ file }: Page, query: URLSearchParams) =>
  `./${typeof file === 'string' ? file : file(query)}.page.tsx`
