import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from './button'
import { Callout } from './callout'
import { Skeleton } from './skeleton'

interface LoadedProps<Data> {
  query: UseQueryResult<Data>
  /** Class names that give the placeholder the size of the content. */
  shape: string
  children: (data: Data) => ReactNode
}

/** Shows a section once its query has data, and the query's error with a retry button in its place. */
export function Loaded<Data>({ query, shape, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError)
    return (
      <div className="grid justify-items-start gap-2">
        <Callout tone="danger">{query.error.message}</Callout>
        <Button kind="text" loading={query.isFetching} onClick={() => query.refetch()}>
          다시 불러오기
        </Button>
      </div>
    )
  return <Skeleton className={shape} />
}
