import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { classes } from '../ui/classes'
import { Icon } from '../ui/icon'
import { Link, pathOf } from '../ui/link'
import type { MenuItem } from './menu'

/** With more tabs than this, narrow screens show three and fold the others. */
const MOST = 4
const SHOWN = 3

/** Whether a tab leads to this page, or to a page above it. */
const leadsTo = ({ to }: MenuItem, pathname: string) =>
  pathOf(to) === pathname || pathname.startsWith(`${pathOf(to)}/`)

/** The tabs that narrow screens show: the first ones, and always the current one. */
function shownOf(pages: MenuItem[], current: MenuItem | undefined): MenuItem[] {
  if (pages.length <= MOST) return pages
  const first = pages.slice(0, SHOWN)
  return !current || first.includes(current) ? first : [...first.slice(0, -1), current]
}

/** Tabs to related pages. Below 1024 px those that do not fit are folded, so that none is cut off. */
export function PageTabs({ label, pages }: { label: string; pages: MenuItem[] }) {
  const { pathname, key } = useLocation()
  // What was pressed is marked at once; the page itself may still be on its way.
  const [pressed, setPressed] = useState<MenuItem>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another history entry has come instead
  useEffect(() => setPressed(undefined), [key])
  const current = pressed ?? pages.find((page) => leadsTo(page, pathname))
  const shown = shownOf(pages, current)
  const folded = pages.filter((page) => !shown.includes(page))

  const tab = (page: MenuItem, className: string) => (
    <Link
      to={page.to}
      aria-current={page === current ? (pathOf(page.to) === pathname ? 'page' : 'true') : undefined}
      onClick={() => setPressed(page)}
      className={className}
    >
      {page.label}
    </Link>
  )
  return (
    <nav aria-label={label} className="mt-6 flex border-line border-b max-lg:justify-between">
      <ul className="flex gap-5 lg:gap-6">
        {pages.map((page) => (
          <li key={page.to} className={classes(folded.includes(page) && 'max-lg:hidden')}>
            {tab(
              page,
              '-mb-px flex min-h-12 items-center whitespace-nowrap border-transparent border-b-2 text-ink-2 hover:text-ink aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink',
            )}
          </li>
        ))}
      </ul>
      {folded.length > 0 && (
        <details key={key} className="group relative lg:hidden">
          <summary className="-mr-1 flex min-h-12 items-center gap-1 pl-3 text-ink-2 hover:text-ink">
            더보기
            <Icon name="down" className="size-4 group-open:rotate-180" />
          </summary>
          <ul className="absolute top-full right-0 z-10 min-w-44 rounded-card bg-paper p-2 floating">
            {folded.map((page) => (
              <li key={page.to}>
                {tab(page, 'flex min-h-11 items-center rounded-control px-3 text-small hover:bg-surface')}
              </li>
            ))}
          </ul>
        </details>
      )}
    </nav>
  )
}
