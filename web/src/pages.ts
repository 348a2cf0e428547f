import type { ComponentType } from 'react'
import type { PageRoute } from './page-route'

/** Where pages come from: all at hand on the server, fetched one by one in the browser. */
export interface Pages {
  /** What is still on its way before the page can be drawn; `null` when nothing is. */
  awaited: (route: PageRoute, query: URLSearchParams) => Promise<unknown> | null
  /** The page's component, once nothing is awaited. */
  component: (route: PageRoute) => ComponentType
}

/** The code of a page could not be had, and loading the document anew did not help. */
export class PageUnreachable extends Error {}

/** The module of a page, as `import.meta.glob` gives it. */
export interface PageModule {
  default: ComponentType
}

export const fileOf = (route: PageRoute) => `./${route.page}.page.tsx`
