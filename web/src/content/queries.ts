import { apiQuery } from '../api/queries'
import { faqApi } from './paths'

export const faqQuery = (slug: string) => apiQuery(faqApi(slug))
