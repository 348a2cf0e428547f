import type { ReactNode } from 'react'
import { Price } from './price'

export interface SummaryRow {
  label: string
  value: ReactNode
}

interface SummaryCardProps {
  title: string
  rows: SummaryRow[]
  totalLabel: string
  total: number
  note?: ReactNode
  /** The one main action. */
  action: ReactNode
}

/**
 * Sums up an order beside its form. On phones, total and action stay in a bar at the bottom;
 * `tokens.css` keeps room for it below the footer.
 */
export function SummaryCard({ title, rows, totalLabel, total, note, action }: SummaryCardProps) {
  return (
    <aside
      aria-label={title}
      className="rounded-card border border-line bg-paper p-6 lg:sticky lg:top-24 lg:self-start"
    >
      <h2 className="text-lead">{title}</h2>
      <dl className="mt-4 grid gap-2 text-small">
        {rows.map((row) => (
          <div key={row.label} className="flex justify-between gap-4">
            <dt className="shrink-0 text-ink-2">{row.label}</dt>
            <dd className="figures text-right">{row.value}</dd>
          </div>
        ))}
      </dl>
      {note && <div className="mt-4 border-line border-t pt-4 text-caption text-ink-2">{note}</div>}
      <div
        data-bottom-bar
        className="max-lg:fixed max-lg:inset-x-0 max-lg:bottom-0 max-lg:z-10 max-lg:border-line max-lg:border-t max-lg:bg-paper max-lg:px-5 max-lg:pt-3 max-lg:pb-[max(12px,env(safe-area-inset-bottom))] lg:mt-4 lg:border-line lg:border-t lg:pt-4"
      >
        <p className="mb-3 flex items-baseline justify-between gap-4" aria-live="polite">
          <span className="font-semibold text-small lg:text-body">{totalLabel}</span>
          <Price amount={total} size="large" />
        </p>
        {action}
      </div>
    </aside>
  )
}
