import type { ReactNode } from 'react'

/** One fact about a plan: its name, and what holds. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 border-line border-t py-5 sm:grid-cols-[140px_1fr] sm:gap-6">
      <dt className="font-semibold">{name}</dt>
      <dd className="max-w-text text-ink-2">{children}</dd>
    </div>
  )
}
