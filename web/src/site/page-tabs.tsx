import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { Link, pathOf } from '../ui/link'
import type { MenuItem } from './menu'

/** The `aria-current` of a tab: `page` on its page, `true` on the pages below it. */
function currentOf(to: string, pathname: string) {
  const path = pathOf(to)
  if (path === pathname) return 'page'
  return pathname.startsWith(`${path}/`) ? 'true' : undefined
}

/** Tabs to related pages. If they do not fit, the row scrolls sideways, with the current tab in view. */
export function PageTabs({ label, pages }: { label: string; pages: MenuItem[] }) {
  const { pathname } = useLocation()
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path has another current tab
  useEffect(() => {
    const nav = row.current
    const tab = nav?.querySelector<HTMLElement>('[aria-current]')
    if (nav && tab) nav.scrollLeft = tab.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2
  }, [pathname])
  return (
    <nav
      ref={row}
      aria-label={label}
      className="relative -mx-5 mt-6 overflow-x-auto px-5 fading-sides sm:-mx-6 sm:px-6 xl:mx-0 xl:px-0"
    >
      <ul className="flex min-w-max gap-6 border-line border-b">
        {pages.map(({ label: name, to }) => (
          <li key={to}>
            <Link
              to={to}
              aria-current={currentOf(to, pathname)}
              className="-mb-px flex min-h-12 items-center border-transparent border-b-2 text-ink-2 hover:text-ink aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
