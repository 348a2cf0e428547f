import { path } from '../api/path'

export const CONFIG_API = '/api/v1/config/info'

/** What is wrong with the shop now. */
export const TROUBLES_API = '/api/v1/status/troubles'

/** A document of its own, which needs no script and stands on another host, too. */
export const STATUS = '/status'

/** The operator's own texts for a page. */
export const contentPageApi = (slug: string) => path('/api/v1/content-pages/{slug}', { slug })
