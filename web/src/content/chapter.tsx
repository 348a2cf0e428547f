import { type ReactNode, useId } from 'react'
import { classes } from '../ui/classes'

interface ChapterProps {
  title: string
  /** Draws it on the shaded surface, across the whole window. */
  shaded?: boolean
  children: ReactNode
}

/** A section of a long page; its heading stays beside it where there is room. */
export function Chapter({ title, shaded = false, children }: ChapterProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes('py-18 lg:py-26', shaded && 'bg-surface')}>
      <div className="page grid gap-8 lg:grid-cols-[1fr_2fr] lg:gap-12">
        <h2 id={id} className="text-title-m lg:sticky lg:top-24 lg:self-start">
          {title}
        </h2>
        <div className="min-w-0">{children}</div>
      </div>
    </section>
  )
}
