import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Callable } from '../../src/api/path'
import { isMissing } from '../../src/api/problem'
import { get, send } from './calls'
import type { Listed } from './types'

/** The query of one GET call; its key is the path. */
export const consoleQuery = <P extends Callable<'get'>>(path: P) =>
  queryOptions({
    queryKey: [path as string],
    queryFn: ({ signal }) => get(path, { signal }),
    staleTime: 10_000,
  })

/** A part of the frame that the server may not have yet: `null` hides it. */
export const optionalQuery = <Data>(path: string) =>
  queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }) => {
      try {
        return (await send<Data>('GET', path, undefined, { signal })).data
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
  })

/**
 * One page of a list. The last one stays in sight until the next is there. All pages of a list share the first part of the key:
 * `invalidateQueries({ queryKey: ['/api/v1/console/orders'] })` has each of them loaded anew.
 */
export const listQuery = <Row>(path: string, sent: string) =>
  queryOptions({
    queryKey: [path, sent],
    queryFn: async ({ signal }) =>
      (await send<Listed<Row>>('GET', sent ? `${path}?${sent}` : path, undefined, { signal })).data,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
