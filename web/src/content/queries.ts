import { apiQuery } from '../api/queries'
import type { ContentPage, Faq, FaqList, FoundTexts, Guide, Notice, NoticeList, Release } from '../api/types'
import { faqApi, faqsApi, noticeApi, noticesApi } from './paths'
import type { System } from './types'

export const guidePath = (system: System) => `/api/v1/guides/${system}`

export const contentPagePath = (slug: string) => `/api/v1/content-pages/${slug}`

export const releasesPath = (system: System) => `/api/v1/releases?os=${system}`

export const guideQuery = (system: System) => apiQuery<Guide>(guidePath(system))

export const contentPageQuery = (slug: string) => apiQuery<ContentPage>(contentPagePath(slug))

export const releasesQuery = (system: System) => apiQuery<Release[]>(releasesPath(system))

export const noticesQuery = (query: URLSearchParams) => apiQuery<NoticeList>(noticesApi(query))
export const noticeQuery = (slug: string | undefined) => apiQuery<Notice>(noticeApi(slug))
export const faqsQuery = (query: URLSearchParams) => apiQuery<FaqList>(faqsApi(query))
export const faqQuery = (slug: string) => apiQuery<Faq>(faqApi(slug))
export const foundQuery = (path: string) => apiQuery<FoundTexts>(path)
