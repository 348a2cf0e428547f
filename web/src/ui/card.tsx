import { type ReactNode, useId } from 'react'

interface CardProps {
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** A bordered part of a page with its own heading. */
export function Card({ title, lead, children }: CardProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-card border border-line p-5 sm:p-6">
      <h2 id={id} className="text-lead">
        {title}
      </h2>
      {lead && <p className="mt-1 text-ink-2 text-small">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}
