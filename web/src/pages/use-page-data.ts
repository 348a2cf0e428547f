import { type UseSuspenseQueryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import type { Answer } from '../api/path'
import { apiQuery, apiQueryOrNull, dispensableQuery } from '../api/queries'
import { useQueryString } from '../ui/query'
import { paramsIn, withoutSlash } from './address'
import type { At, PageData, PageOf } from './page'
import { pageNumber } from './page-number'

type ToQuery = (path: string) => UseSuspenseQueryOptions<unknown, Error, unknown, string[]>

/** All as one type: a union over every call's answer is too large for the compiler, and `Answers` says what each is. */
const query = apiQuery as unknown as ToQuery
const queryOrNull = apiQueryOrNull as unknown as ToQuery
const queryOfDispensable = dispensableQuery as unknown as ToQuery

type Answers<Data extends PageData, OrNull extends string> = {
  [Name in keyof Data]: Answer<Data[Name]> | (Name extends OrNull ? null : never)
}

/** Returns the answers to the page's declared data, and what its address says. */
export function usePageData<Address extends string, Data extends PageData, OrNull extends string>(
  page: PageOf<Address, Data, OrNull>,
): [Answers<Data, OrNull>, At<Address>] {
  const { pathname } = useLocation()
  const asked = useQueryString()
  const at = {
    params: paramsIn(page.path, withoutSlash(pathname)) ?? {},
    query: asked,
    page: pageNumber(asked),
  } as At<Address>
  const answers = Object.entries(page.data?.(at) ?? {}).map(([name, path]) => {
    const toQuery = name === page.texts ? queryOrNull : name === page.dispensable ? queryOfDispensable : query
    // biome-ignore lint/correctness/useHookAtTopLevel: a page declares as many paths each time it is drawn
    return [name, path && useSuspenseQuery(toQuery(path)).data]
  })
  return [Object.fromEntries(answers), at]
}
