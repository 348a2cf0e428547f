import { ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'

interface NothingFoundProps {
  /** There is none of them in the whole shop. */
  isAtAll: boolean
  /** What there is none of, with its particle. */
  what: string
  /** Where there are some. */
  first: string
}

/** A page without entries: a shop that has none yet, a search that found none, a page after the last. */
export function NothingFound({ isAtAll, what, first }: NothingFoundProps) {
  if (isAtAll) return <EmptyState>아직 등록된 {what} 없습니다.</EmptyState>
  return (
    <EmptyState
      action={
        <ButtonLink to={first} kind="quiet">
          목록 처음으로
        </ButtonLink>
      }
    >
      여기에 보여 드릴 {what} 없습니다. 낱말을 줄이거나 바꾸어 찾아 보세요.
    </EmptyState>
  )
}
