import { Link } from '../../ui/link'
import { searchPath } from '../paths'
import { howMany } from './words'

interface SearchSummaryProps {
  term: string
  total: number
  /** The address of the list without the search. */
  all: string
}

/** The server stops counting results here. */
const COUNT_LIMIT = 100

const LINK =
  'inline-flex min-h-11 items-center font-medium text-ink-2 underline decoration-line underline-offset-4 hover:text-ink hover:decoration-ink-3'

/** How many entries of a list match a search, and where else to search. */
export function SearchSummary({ term, total, all }: SearchSummaryProps) {
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 text-small">
      <p role="status">
        <strong className="font-semibold">{term}</strong> 검색 결과{' '}
        <strong className="figures font-semibold">
          {howMany({ total, isTotalExact: total < COUNT_LIMIT })}
        </strong>
      </p>
      <p className="flex flex-wrap gap-x-4">
        <Link to={searchPath(term)} className={LINK}>
          고객센터 전체에서 찾기
        </Link>
        <Link to={all} className={LINK}>
          검색 지우기
        </Link>
      </p>
    </div>
  )
}
