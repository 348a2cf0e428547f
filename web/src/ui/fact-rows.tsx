import type { ReactNode } from 'react'
import { classes } from './classes'

export interface FactRow {
  name: string
  /** A row with `null` is left out. */
  value: ReactNode
  /** The sum of the other rows. */
  isTotal?: boolean
}

/** A list of names and values. */
export function FactRows({ rows }: { rows: (FactRow | null)[] }) {
  return (
    <dl className="figures grid gap-2 text-small">
      {rows.map(
        (row) =>
          row &&
          row.value !== null && (
            <div
              key={row.name}
              className={classes(
                'flex items-baseline justify-between gap-6',
                row.isTotal && 'mt-1 border-line border-t pt-3 font-semibold text-body',
              )}
            >
              <dt className={classes('shrink-0', !row.isTotal && 'text-ink-2')}>{row.name}</dt>
              <dd className="min-w-0 text-right" translate={row.isTotal ? 'no' : undefined}>
                {row.value}
              </dd>
            </div>
          ),
      )}
    </dl>
  )
}
