import { useLocation } from 'react-router'
import { figures } from '../../src/korean/money'
import { classes } from '../../src/ui/classes'
import { Link } from '../../src/ui/link'
import { ENTRIES, type EntryName } from './entries'
import { pathOf, type Screen, useScreens } from './screen'
import { useMay } from './session'
import { useWaiting } from './waiting'

const isWithin = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`)

/** Of the screens that one is within, the deepest: `inquiries/canned` lies within `inquiries`, too. */
const nearest = (screens: Screen[], pathname: string) =>
  screens
    .filter((screen) => isWithin(pathname, pathOf(screen)))
    .toSorted((one, other) => other.path.length - one.path.length)[0]

/** The screens under an entry that whoever is logged in may see. */
export const screensOf = (screens: Screen[], entry: EntryName, may: (permission: string | null) => boolean) =>
  screens.filter(({ nav, permission }) => nav === entry && may(permission))

/** The entries that somebody may open. A number stands only where something waits for a person. */
export function Navigation({ onGo }: { onGo?: () => void }) {
  const { pathname } = useLocation()
  const screens = useScreens()
  const may = useMay()
  const waiting = useWaiting()
  return (
    <nav aria-label="콘솔 메뉴" className="p-2">
      <ul className="grid gap-0.5">
        {ENTRIES.map(({ name, label, Icon }) => {
          const [first, ...more] = screensOf(screens, name, may)
          if (!first) return null
          const all = [first, ...more]
          const here = nearest(all, pathname)
          const isOpen = here !== undefined
          const count = waiting[name] ?? 0
          return (
            <li key={name}>
              <Link
                to={pathOf(first)}
                onClick={onGo}
                aria-current={isOpen && more.length === 0 ? 'page' : undefined}
                className={classes(
                  'flex min-h-9 items-center gap-2.5 rounded-control px-2.5 text-small hover:bg-line/50 max-lg:min-h-11',
                  isOpen ? 'font-semibold text-ink' : 'text-ink-2',
                  isOpen && more.length === 0 && 'bg-line/60',
                )}
              >
                <Icon aria-hidden="true" className="size-4.5 shrink-0" strokeWidth={1.75} />
                <span className="flex-1">{label}</span>
                {count > 0 && (
                  <span className="figures rounded-full bg-ink px-1.5 text-caption text-paper">
                    <span className="sr-only">{' 기다리는 일 '}</span>
                    {figures(count)}
                  </span>
                )}
              </Link>
              {isOpen && more.length > 0 && (
                <ul className="mt-0.5 mb-1 ml-7 grid gap-0.5">
                  {all.map((screen) => {
                    const isHere = screen === here
                    return (
                      <li key={screen.path}>
                        <Link
                          to={pathOf(screen)}
                          onClick={onGo}
                          aria-current={isHere ? 'page' : undefined}
                          className={classes(
                            'flex min-h-8 items-center rounded-control px-2.5 text-small hover:bg-line/50 max-lg:min-h-11',
                            isHere ? 'bg-line/60 font-semibold text-ink' : 'text-ink-2',
                          )}
                        >
                          {screen.title}
                        </Link>
                      </li>
                    )
                  })}
                </ul>
              )}
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
