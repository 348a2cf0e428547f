import type { ReactNode } from 'react'
import { classes } from './classes'
import { Price } from './price'

export interface SummaryRow {
  label: string
  value: ReactNode
  /** Left out on a low screen, where the rest says it as well and the action would be below the fold. */
  isSpare?: boolean
}

interface SummaryCardProps {
  title: string
  rows: SummaryRow[]
  /** Leaves the rows to wide screens, where the page itself shows them close by on a phone. */
  rowsOnWideOnly?: boolean
  totalLabel: ReactNode
  total: number
  note?: ReactNode
  /** What is agreed to, right above the total and the action. */
  children?: ReactNode
  /** What keeps the action from being done. */
  problem?: ReactNode
  /** The one main action. */
  action: ReactNode
}

/**
 * Sums up an order beside its form. Total and action stay together: on wide screens at the end of the card, where they
 * cover nothing, below that in a bar that sticks to the bottom of the screen until the form ends. For that the card has no
 * box of its own on narrow screens, so the bar sticks within the flex container that holds the card. A card with consents
 * scrolls with the page on low screens: with errors it may be higher than they are, and its end would be out of reach. There
 * the total and the action share a line, too, or the action would be below the fold.
 */
export function SummaryCard({ title, rows, rowsOnWideOnly, note, children, ...bar }: SummaryCardProps) {
  return (
    <aside
      aria-label={title}
      className={classes(
        'max-lg:contents lg:sticky lg:top-24 lg:self-start lg:rounded-card lg:border lg:border-line lg:bg-paper lg:px-6 lg:pt-6 low:pt-3',
        children != null && 'low:static',
      )}
    >
      <div className={classes('lg:pb-4 low:pb-2', rowsOnWideOnly && 'max-lg:hidden')}>
        <h2 className="text-lead">{title}</h2>
        <dl className="mt-3 grid gap-1 text-small lg:gap-2 low:mt-1 low:gap-0">
          {rows.map((row) => (
            <div
              key={row.label}
              className={classes('flex justify-between gap-4', row.isSpare && 'low:hidden')}
            >
              <dt className="shrink-0 text-ink-2">{row.label}</dt>
              <dd className="figures min-w-0 text-right">{row.value}</dd>
            </div>
          ))}
        </dl>
        {note && <div className="mt-3 text-caption text-ink-2 low:mt-2">{note}</div>}
      </div>
      {children}
      <TotalBar {...bar} />
    </aside>
  )
}

type TotalBarProps = Pick<SummaryCardProps, 'totalLabel' | 'total' | 'problem' | 'action'>

function TotalBar({ totalLabel, total, problem, action }: TotalBarProps) {
  return (
    <div
      data-bottom-bar
      className="z-10 grid gap-3 border-line border-t bg-paper py-3 max-lg:sticky max-lg:bottom-0 max-lg:-mx-6 max-lg:px-6 max-lg:pb-[max(12px,env(safe-area-inset-bottom))] max-sm:-mx-5 max-sm:px-5 lg:pt-4 lg:pb-6 low:pt-2 low:pb-4"
    >
      {problem}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p
          className="grid min-w-0 flex-1 basis-32 gap-x-4 lg:flex lg:items-baseline lg:justify-between low:grid"
          aria-live="polite"
        >
          <span className="text-caption text-ink-2 lg:text-body lg:font-semibold lg:text-ink low:text-caption low:font-normal low:text-ink-2">
            {totalLabel}
          </span>
          <Price amount={total} size="large" />
        </p>
        <div className="min-w-44 max-lg:grow max-lg:max-w-100 max-lg:basis-44 lg:w-full low:w-auto low:grow low:basis-44">
          {action}
        </div>
      </div>
    </div>
  )
}
