import { ButtonLink } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'

interface NoResultsProps {
  /** What there is none of, with its particle. */
  what: string
  sought: string
  /** How many there are on all pages together. */
  total: number
  /** Where there are some. */
  first: string
}

/** A page without entries: a search that found none, a page after the last, a shop that has none yet. */
export function NoResults({ what, sought, total, first }: NoResultsProps) {
  if (total === 0 && !sought) return <EmptyState>아직 등록된 {what} 없습니다.</EmptyState>
  return (
    <EmptyState
      action={
        <ButtonLink to={first} kind="quiet">
          {total > 0 ? '목록 처음으로' : '전체 보기'}
        </ButtonLink>
      }
    >
      {total > 0
        ? `이 페이지에는 ${what} 없습니다.`
        : `찾으시는 말이 든 ${what} 없습니다. 낱말을 줄이거나 바꾸어 찾아 보세요.`}
    </EmptyState>
  )
}
