import type { ReactNode } from 'react'
import { Icon } from './icon'

/** A part that is folded until it is asked for. The browser unfolds it, so it needs no script. */
export function Disclosure({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <details className="group rounded-control border border-line">
      <summary className="flex min-h-12 items-center justify-between gap-4 px-4 font-medium text-small hover:bg-surface">
        {title}
        <Icon name="down" className="size-5 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="px-4 pt-1 pb-4">{children}</div>
    </details>
  )
}
