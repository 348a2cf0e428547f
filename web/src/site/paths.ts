import { path } from '../api/path'

export const CONFIG_API = '/api/v1/config/info'

/** The operator's own texts for a page. */
export const contentPageApi = (slug: string) => path('/api/v1/content-pages/{slug}', { slug })
