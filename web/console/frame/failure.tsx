import type { UseQueryResult } from '@tanstack/react-query'
import { Problem } from '../../src/api/problem'
import { Callout } from '../../src/ui/callout'
import { Button } from './button'
import { requestIdOf } from './calls'
import { needsReason, SearchReason } from './search-reason'
import { useComing } from './use-return'

export const COMING = '복구되면 저절로 다시 불러옵니다.'

/** The sentence of a refusal, and those of its fields that stand nowhere else. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Problem) return error.fields.map(({ detail }) => detail).join(' ') || error.detail
  return '화면에 오류가 있습니다. 다시 시도해 주세요.'
}

/** What went wrong, where it was provoked, with the id by which the engineers find it. */
export function Failure({ error }: { error: unknown }) {
  if (!error) return null
  const id = requestIdOf(error)
  return (
    <Callout tone="danger">
      {sentenceOf(error)}
      {id && (
        <span translate="no" className="address block font-normal text-caption">
          요청 번호 {id}
        </span>
      )}
      {needsReason(error) && <SearchReason />}
    </Callout>
  )
}

/** In place of what could not be loaded: why, and how it is loaded again. */
export function Unloaded({ query }: { query: UseQueryResult }) {
  const isComing = useComing(query.error)
  return (
    <div className="grid justify-items-start gap-2">
      <Failure error={query.error} />
      {isComing && <p className="text-ink-2 text-small">{COMING}</p>}
      <Button kind="quiet" loading={query.isFetching} onClick={() => query.refetch()}>
        다시 불러오기
      </Button>
    </div>
  )
}
