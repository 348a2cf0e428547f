import { useSuspenseQuery } from '@tanstack/react-query'
import { apiQuery, subjectQuery } from '../api/queries'
import type { ContentPage, SiteConfig } from '../api/types'

/** The settings of the site, part of every page. They lack `tos` and `pp`, which are long and have their own pages. */
export const configQuery = apiQuery<SiteConfig>('/api/v1/config/info')

/** The address this browser is seen from. Asked by the browser only: a cached page must not hold it. */
export const myIpQuery = { ...apiQuery<string>('/api/get-ip'), staleTime: 0 }

const NOTHING_WRITTEN: Pick<ContentPage, 'title' | 'texts' | 'sections' | 'questions'> = {
  title: '',
  texts: {},
  sections: [],
  questions: [],
}

/** The operator's texts for a page; all of them empty if nothing was written. */
export function useWritten(slug: string): typeof NOTHING_WRITTEN {
  const { data } = useSuspenseQuery(subjectQuery(`/api/v1/content-pages/${slug}`))
  return (data as ContentPage | null) ?? NOTHING_WRITTEN
}
