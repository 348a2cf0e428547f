import type { ReactNode } from 'react'

export interface Fact {
  label: string
  value: ReactNode
}

/** What something is: names and values. A value of `null` leaves the line out. */
export function FactList({ facts }: { facts: (Fact | null | false)[] }) {
  return (
    <dl className="grid grid-cols-[minmax(88px,max-content)_1fr] items-baseline gap-x-4 gap-y-1.5 text-small">
      {facts.map(
        (fact) =>
          fact &&
          fact.value !== null && (
            <div key={fact.label} className="contents">
              <dt className="text-ink-2">{fact.label}</dt>
              <dd className="min-w-0">{fact.value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
