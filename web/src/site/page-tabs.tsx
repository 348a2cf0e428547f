import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { Icon } from '../ui/icon'
import { Link, pathOf } from '../ui/link'
import type { MenuItem } from './menu'

/** So many tabs fit on every screen. With more, those of the group behind are folded. */
const MOST = 4

/** Whether a tab leads to this page, or to a page above it. */
const leadsTo = ({ to }: MenuItem, pathname: string) =>
  pathOf(to) === pathname || pathname.startsWith(`${pathOf(to)}/`)

/** The tabs in sight, among them always the current one. */
const shownOf = (pages: MenuItem[], current: MenuItem | undefined) =>
  pages.length <= MOST ? pages : pages.filter((page) => !page.more || page === current)

/** Tabs to related pages. Narrow screens have them in two rows, so that none is cut off. */
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
    <nav aria-label={label} className="relative mt-6 border-line border-b">
      <ul className="flex gap-x-4 max-lg:flex-wrap max-lg:text-small lg:gap-x-6">
        {shown.map((page) => (
          <li key={page.to}>
            {tab(
              page,
              '-mb-px flex min-h-12 items-center whitespace-nowrap border-transparent border-b-2 text-ink-2 hover:text-ink max-lg:min-h-11 aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink',
            )}
          </li>
        ))}
        {folded.length > 0 && (
          <li>
            <details key={key} className="group lg:relative">
              <summary className="flex min-h-12 items-center gap-1 text-ink-2 hover:text-ink max-lg:min-h-11">
                더보기
                <Icon name="down" className="size-4 group-open:rotate-180" />
              </summary>
              <ul className="absolute top-full right-0 z-10 min-w-44 lg:right-auto lg:left-0 rounded-card bg-paper p-2 floating">
                {folded.map((page) => (
                  <li key={page.to}>
                    {tab(page, 'flex min-h-11 items-center rounded-control px-3 text-small hover:bg-surface')}
                  </li>
                ))}
              </ul>
            </details>
          </li>
        )}
      </ul>
    </nav>
  )
}
