import { useSuspenseQuery } from '@tanstack/react-query'
import { apiQuery, subjectQuery } from '../api/queries'
import type { ContentPage, SiteConfig } from '../api/types'

/** Every page brings it along, without `tos` and `pp`: those are long, and pages of their own show them. */
export const configQuery = apiQuery<SiteConfig>('/api/v1/config/info')

/** The address this browser is seen from. Asked by the browser only: a cached page must not hold it. */
export const myIpQuery = { ...apiQuery<string>('/api/get-ip'), staleTime: 0 }

const NOTHING_WRITTEN: Pick<ContentPage, 'title' | 'texts' | 'sections' | 'questions'> = {
  title: '',
  texts: {},
  sections: [],
  questions: [],
}

/** What the operator has written for a page; where there is nothing, what it would fill is left out. */
export function useWritten(slug: string): typeof NOTHING_WRITTEN {
  const { data } = useSuspenseQuery(subjectQuery(`/api/v1/content-pages/${slug}`))
  return (data as ContentPage | null) ?? NOTHING_WRITTEN
}
