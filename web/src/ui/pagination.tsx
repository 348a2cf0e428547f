import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { classes } from './classes'
import { Link } from './link'

interface PaginationProps {
  page: number
  /** One page of the list, as the server answers it. */
  list: { pageSize: number; total: number }
  pathOf: (page: number) => string
}

const SPOT = 'grid size-11 place-items-center rounded-control text-small'

/** The page numbers to offer: at most five, around the current one. */
function around(page: number, last: number): number[] {
  const first = Math.max(1, Math.min(page - 2, last - 4))
  return Array.from({ length: Math.min(5, last) }, (_, index) => first + index)
}

/** Links to the pages of a list; nothing if the whole list fits on one page. */
export function Pagination({ page, list, pathOf }: PaginationProps) {
  const last = Math.ceil(list.total / list.pageSize)
  if (last <= 1) return null
  return (
    <nav aria-label="페이지" className="mt-12">
      <ul className="figures flex items-center justify-center gap-1">
        {page > 1 && <Arrow to={pathOf(Math.min(page - 1, last))} label="이전 페이지" icon={ChevronLeft} />}
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
        {page < last && <Arrow to={pathOf(page + 1)} label="다음 페이지" icon={ChevronRight} />}
      </ul>
    </nav>
  )
}

function Arrow({ to, label, icon: Icon }: { to: string; label: string; icon: LucideIcon }) {
  return (
    <li>
      <Link to={to} aria-label={label} className={classes(SPOT, 'hover:bg-surface')}>
        <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
      </Link>
    </li>
  )
}
