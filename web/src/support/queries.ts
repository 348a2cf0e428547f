import { apiQuery } from '../api/queries'
import type { Faq, FaqList, FoundTexts, Notice, NoticeList } from '../api/types'
import { faqApi, faqsApi, noticeApi, noticesApi } from './paths'

export const noticesQuery = (query: URLSearchParams) => apiQuery<NoticeList>(noticesApi(query))
export const noticeQuery = (slug: string | undefined) => apiQuery<Notice>(noticeApi(slug))
export const faqsQuery = (query: URLSearchParams) => apiQuery<FaqList>(faqsApi(query))
export const faqQuery = (slug: string) => apiQuery<Faq>(faqApi(slug))
export const foundQuery = (path: string) => apiQuery<FoundTexts>(path)
