import { Link } from '../../ui/link'
import { searchPath } from '../paths'

const WORDS = ['연결', '환불', '정기결제', 'IP 변경', '세금계산서']

/** Common search terms, each a link to its results. */
export function SuggestedSearches() {
  return (
    <nav aria-label="자주 찾는 말" className="mt-3">
      <ul className="flex flex-wrap gap-2">
        {WORDS.map((word) => (
          <li key={word}>
            <Link
              to={searchPath(word)}
              className="inline-flex min-h-11 items-center rounded-full border border-line px-4 text-ink-2 text-small hover:bg-surface hover:text-ink"
            >
              {word}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
