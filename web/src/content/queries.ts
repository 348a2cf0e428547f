import { apiQuery } from '../api/queries'
import type { ContentPage, Guide, Release } from '../api/types'
import type { System } from './types'

export const guidePath = (system: System) => `/api/v1/guides/${system}`

export const contentPagePath = (slug: string) => `/api/v1/content-pages/${slug}`

export const releasesPath = (system: System) => `/api/v1/releases?os=${system}`

export const guideQuery = (system: System) => apiQuery<Guide>(guidePath(system))

export const contentPageQuery = (slug: string) => apiQuery<ContentPage>(contentPagePath(slug))

export const releasesQuery = (system: System) => apiQuery<Release[]>(releasesPath(system))
