import { type ReactNode, useId } from 'react'

interface PartProps {
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** One part of a sub-id's page, with its heading on the left of wide screens. */
export function Part({ title, lead, children }: PartProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-5 border-line border-t py-8 lg:grid-cols-[4fr_8fr] lg:gap-12 lg:py-12"
    >
      <div>
        <h2 id={id} className="text-lead">
          {title}
        </h2>
        {lead && <p className="mt-1 text-ink-2 text-small">{lead}</p>}
      </div>
      <div className="grid min-w-0 content-start gap-5">{children}</div>
    </section>
  )
}
