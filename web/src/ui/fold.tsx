import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes'

interface FoldProps {
  /** Says what is inside, so that nobody has to open it to find out. */
  title: ReactNode
  className?: string
  children: ReactNode
}

/** A part that is folded until it is asked for. It opens without script and by keyboard, and find-in-page opens it. */
export function Fold({ title, className, children }: FoldProps) {
  return (
    <details className={classes('group -mt-px border-line border-y', className)}>
      <summary className="flex min-h-13 items-center justify-between gap-4 py-3 font-semibold text-small hover:text-accent">
        {title}
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-ink-2 group-open:rotate-180"
          strokeWidth={1.75}
        />
      </summary>
      <div className="pb-4">{children}</div>
    </details>
  )
}
