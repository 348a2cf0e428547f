import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Skeleton } from '../../src/ui/skeleton'
import { Unloaded } from './failure'
import { ScreenHead } from './screen-head'

interface PartProps {
  title: string
  /** One sentence about it. */
  lead?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  children: ReactNode
}

/** A part of a screen under its own heading. */
export function Part({ title, lead, actions, children }: PartProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid min-w-0 gap-3">
      <header className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1">
          <h2 id={id} className="text-title-s">
            {title}
          </h2>
          {lead && <p className="text-ink-2 text-small">{lead}</p>}
        </div>
        {actions}
      </header>
      {children}
    </section>
  )
}

interface ReadyProps<Data> {
  query: UseQueryResult<Data>
  /** Class names that give the placeholder the size of what comes. */
  shape?: string
  /** The title of a screen that has no head of its own until it knows what it is about. */
  title?: string
  children: (data: Data) => ReactNode
}

/** Draws what a query answers, once it has; until then its size, and in place of it why there is nothing. */
export function Ready<Data>({ query, shape = 'h-24', title, children }: ReadyProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  return (
    <>
      {title && <ScreenHead title={title} />}
      {query.isError ? <Unloaded query={query} /> : <Skeleton className={shape} />}
    </>
  )
}
