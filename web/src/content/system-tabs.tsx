import type { System } from '../api/types'
import { ButtonLink } from '../ui/button'
import { classes } from '../ui/classes'
import { MenuLink } from '../ui/link'
import { useOwnSystem } from '../ui/own-system'
import { SYSTEMS, systemNamed } from './systems'

interface SystemTabsProps {
  /** `/use` or `/download`, which the addresses of all four begin with. */
  base: string
  current: System
}

/** The way between the four systems. The line below has its place from the start (on phones two), so nothing moves
 * when it is filled. */
export function SystemTabs({ base, current }: SystemTabsProps) {
  return (
    <div className="mt-6">
      <nav aria-label="기기 종류">
        <ul className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
          {SYSTEMS.map(({ key, name }) => (
            <li key={key}>
              <MenuLink
                to={`${base}/${key}`}
                className={classes(
                  'flex min-h-11 items-center justify-center rounded-control border px-4 text-center text-small',
                  key === current
                    ? 'border-accent bg-accent-tint font-semibold text-accent'
                    : 'border-ink-3 text-ink hover:bg-surface',
                )}
              >
                {name}
              </MenuLink>
            </li>
          ))}
        </ul>
      </nav>
      <OwnSystem base={base} current={current} />
    </div>
  )
}

function OwnSystem({ base, current }: SystemTabsProps) {
  const own = systemNamed(useOwnSystem() ?? '')
  return (
    <p className="mt-3 flex min-h-11 flex-wrap items-center text-caption text-ink-2">
      {own === undefined ? (
        '쓰시는 기기를 골라 주세요.'
      ) : (
        <>
          <span>
            지금 쓰시는 기기는 <strong className="font-semibold text-ink">{own.short}</strong>입니다.
          </span>
          {own.key !== current && (
            <ButtonLink to={`${base}/${own.key}`} kind="quiet" size="small" className="ml-2">
              <span className="sr-only">{own.short}</span> 보기
            </ButtonLink>
          )}
        </>
      )}
    </p>
  )
}
