import { useSuspenseQuery } from '@tanstack/react-query'
import { apiQuery, apiQueryOrNull } from '../api/queries'
import type { ContentPage } from '../api/types'
import { CONFIG_API, contentPageApi } from './paths'

/** Every page brings it along, without `tos` and `pp`: those are long, and pages of their own show them. */
export const configQuery = apiQuery(CONFIG_API)

/** The address this browser is seen from. Asked by the browser only: a cached page must not hold it. */
export const myIpQuery = { ...apiQuery('/api/get-ip'), staleTime: 0 }

export const EMPTY_CONTENT_PAGE: Pick<ContentPage, 'title' | 'texts' | 'sections' | 'questions'> = {
  title: '',
  texts: {},
  sections: [],
  questions: [],
}

/** What the operator has written for a page; where there is nothing, what it would fill is left out. */
export function useContentPage(slug: string): typeof EMPTY_CONTENT_PAGE {
  const { data } = useSuspenseQuery(apiQueryOrNull(contentPageApi(slug)))
  return data ?? EMPTY_CONTENT_PAGE
}
