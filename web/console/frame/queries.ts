import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isMissing } from '../../src/api/problem'
import { get } from './calls'
import type { Items, Listed } from './types'

/** The query of one GET call; its key is the path, so `['/staff']` names it for what invalidates it. */
export const consoleQuery = <Data>(path: string) =>
  queryOptions({ queryKey: [path], queryFn: ({ signal }) => get<Data>(path, { signal }), staleTime: 10_000 })

/** A part of the frame that the server may not have yet: `null` hides it. */
export const optionalQuery = <Data>(path: string) =>
  queryOptions({
    queryKey: [path],
    queryFn: ({ signal }) =>
      get<Data>(path, { signal }).catch((error: unknown) => {
        if (isMissing(error)) return null
        throw error
      }),
  })

export const itemsQuery = <Item>(path: string) => consoleQuery<Items<Item>>(path)

/**
 * One page of a list. The last one stays in sight until the next is there. All pages of a list share the first part of the key:
 * `invalidateQueries({ queryKey: ['/orders'] })` has each of them loaded anew.
 */
export const listQuery = <Row>(path: string, sent: string) =>
  queryOptions({
    queryKey: [path, sent],
    queryFn: ({ signal }) => get<Listed<Row>>(sent ? `${path}?${sent}` : path, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
