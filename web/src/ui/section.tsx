import { type ReactNode, useId } from 'react'
import { classes } from './classes'

interface SectionProps {
  title: string
  lead?: ReactNode
  /** Gives it the grey background, from edge to edge. */
  shaded?: boolean
  children: ReactNode
}

/** A full-width part of a page with its own heading and generous spacing. */
export function Section({ title, lead, shaded = false, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes('py-18 lg:py-26', shaded && 'bg-surface')}>
      <div className="page">
        <h2 id={id} className="text-title-m lg:text-title-l">
          {title}
        </h2>
        {lead && <p className="mt-3 max-w-text text-ink-2">{lead}</p>}
        <div className="mt-8 lg:mt-12">{children}</div>
      </div>
    </section>
  )
}
