import type { KeyboardEvent, ReactNode } from 'react'
import { classes } from '../../src/ui/classes'
import { Link } from '../../src/ui/link'
import { Popover } from './popover'

export interface MenuItem {
  label: string
  /** Leads there, or does this. */
  to?: string
  onChoose?: () => void
  danger?: boolean
  /** Why it cannot be done now; without one it can. */
  whyNot?: string | null
}

interface MenuProps {
  label: ReactNode
  name?: string
  look: string
  side?: 'left' | 'right'
  items: (MenuItem | null | false)[]
}

const LINE =
  'flex min-h-9 w-full items-center rounded-control px-2.5 text-left hover:bg-surface max-sm:min-h-11'

/** Buttons and links that hang from a button. The arrow keys walk through them, as Tab does. */
export function Menu({ label, name, look, side = 'right', items }: MenuProps) {
  return (
    <Popover {...{ label, name, look, side }}>
      {(close) => (
        <ul onKeyDown={walk}>
          {items.map(
            (item) =>
              item && (
                <li key={item.label}>
                  {item.to ? (
                    <Link to={item.to} onClick={close} className={LINE}>
                      {item.label}
                    </Link>
                  ) : (
                    <button
                      type="button"
                      disabled={Boolean(item.whyNot)}
                      onClick={() => {
                        close()
                        item.onChoose?.()
                      }}
                      className={classes(LINE, 'disabled:text-ink-3', item.danger && 'text-danger')}
                    >
                      <span>
                        {item.label}
                        {item.whyNot && <span className="block text-caption">{item.whyNot}</span>}
                      </span>
                    </button>
                  )}
                </li>
              ),
          )}
        </ul>
      )}
    </Popover>
  )
}

function walk(event: KeyboardEvent<HTMLUListElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>('a, button:enabled')]
  const at = all.indexOf(document.activeElement as HTMLElement)
  all.at((at + step) % all.length)?.focus()
}
