import { useSuspenseQuery } from '@tanstack/react-query'
import { apiQuery, apiQueryOrNull, dispensableQuery } from '../api/queries'
import type { ContentPage } from '../api/types'
import { CONFIG_API, contentPageApi, TROUBLES_API } from './paths'

/** The settings of the site, part of every page. They lack `tos` and `pp`, which are long and have their own pages. */
export const configQuery = apiQuery(CONFIG_API)
export const useConfig = () => useSuspenseQuery(configQuery).data

export const troublesQuery = dispensableQuery(TROUBLES_API)

/** The address this browser is seen from. Asked by the browser only: a cached page must not hold it. */
export const myIpQuery = { ...apiQuery('/api/get-ip'), staleTime: 0 }

export const EMPTY_CONTENT_PAGE: Pick<ContentPage, 'title' | 'texts' | 'sections' | 'questions'> = {
  title: '',
  texts: {},
  sections: [],
  questions: [],
}

/** The operator's texts for a page; all of them empty if nothing was written. */
export function useContentPage(slug: string): typeof EMPTY_CONTENT_PAGE {
  const { data } = useSuspenseQuery(apiQueryOrNull(contentPageApi(slug)))
  return data ?? EMPTY_CONTENT_PAGE
}
