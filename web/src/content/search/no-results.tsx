import { ButtonLink } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'

interface NoResultsProps {
  /** What is missing, with its Korean particle: `질문이`. */
  what: string
  term: string
  /** The number of entries on all pages together. */
  total: number
  /** The first page of the list. */
  first: string
}

/**
 * Says why a list is empty: the search found nothing, the page is behind the last one, or the shop has no entry yet.
 */
export function NoResults({ what, term, total, first }: NoResultsProps) {
  if (total === 0 && !term) return <EmptyState>아직 등록된 {what} 없습니다.</EmptyState>
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
        : `찾으시는 말이 든 ${what} 없습니다. 검색어를 줄이거나 바꾸어 찾아 보세요.`}
    </EmptyState>
  )
}
