import { ChevronLeft, ChevronRight } from 'lucide-react'
import { classes } from './classes'
import { Link } from './link'

interface PaginationProps {
  page: number
  pageSize: number
  total: number
  pathOf: (page: number) => string
}

const SPOT = 'grid size-11 place-items-center rounded-control text-small'

/** The page numbers to offer: at most five, around the current one. */
function around(page: number, last: number): number[] {
  const first = Math.max(1, Math.min(page - 2, last - 4))
  return Array.from({ length: Math.min(5, last) }, (_, index) => first + index)
}

/** Links to the pages of a list; nothing if the whole list fits on one page. */
export function Pagination({ page, pageSize, total, pathOf }: PaginationProps) {
  const last = Math.ceil(total / pageSize)
  if (last <= 1) return null
  return (
    <nav aria-label="페이지" className="mt-12">
      <ul className="figures flex items-center justify-center gap-1">
        {page > 1 && (
          <li>
            <Link
              to={pathOf(Math.min(page - 1, last))}
              aria-label="이전 페이지"
              className={classes(SPOT, 'hover:bg-surface')}
            >
              <ChevronLeft aria-hidden="true" className="size-5" strokeWidth={1.75} />
            </Link>
          </li>
        )}
        {around(page, last).map((number) => (
          <li key={number}>
            <Link
              to={pathOf(number)}
              aria-label={`${number} 페이지`}
              aria-current={number === page ? 'page' : undefined}
              className={classes(
                SPOT,
                number === page ? 'bg-ink font-semibold text-paper' : 'text-ink-2 hover:bg-surface',
              )}
            >
              {number}
            </Link>
          </li>
        ))}
        {page < last && (
          <li>
            <Link
              to={pathOf(page + 1)}
              aria-label="다음 페이지"
              className={classes(SPOT, 'hover:bg-surface')}
            >
              <ChevronRight aria-hidden="true" className="size-5" strokeWidth={1.75} />
            </Link>
          </li>
        )}
      </ul>
    </nav>
  )
}
