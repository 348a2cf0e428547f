import type { ReactNode } from 'react'
import { classes } from './classes'
import { Icon } from './icon'

interface FoldProps {
  /** Says what is inside, so that nobody has to open it to find out. */
  title: ReactNode
  /** Stands in a frame of its own, instead of between lines as one of several. */
  framed?: boolean
  className?: string
  children: ReactNode
}

/** A part that is folded until it is asked for. It opens without script and by keyboard, and find-in-page opens it. */
export function Fold({ title, framed = false, className, children }: FoldProps) {
  return (
    <details
      className={classes(
        'group border-line',
        framed ? 'rounded-control border' : '-mt-px border-y',
        className,
      )}
    >
      <summary
        className={classes(
          'flex items-center justify-between gap-4 text-small',
          framed
            ? 'min-h-12 px-4 font-medium hover:bg-surface'
            : 'min-h-13 py-3 font-semibold hover:text-accent',
        )}
      >
        {title}
        <Icon
          name="down"
          className={classes('size-5 shrink-0 group-open:rotate-180', !framed && 'text-ink-2')}
        />
      </summary>
      <div className={framed ? 'px-4 pt-1 pb-4' : 'pb-4'}>{children}</div>
    </details>
  )
}
