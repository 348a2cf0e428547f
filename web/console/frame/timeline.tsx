import type { ReactNode } from 'react'
import { When } from './when'

export interface Happened {
  id: string | number
  at: string
  title: ReactNode
  /** Who did it, or where it came from. */
  by?: ReactNode
  detail?: ReactNode
}

/** What happened to an object, newest first. */
export function Timeline({
  items,
  empty = '아직 일어난 일이 없습니다.',
}: {
  items: Happened[]
  empty?: string
}) {
  if (items.length === 0) return <p className="text-ink-2 text-small">{empty}</p>
  return (
    <ol className="grid text-small">
      {items.map(({ id, at, title, by, detail }) => (
        <li key={id} className="relative border-line border-l pb-4 pl-4 last:border-transparent last:pb-0">
          <span
            aria-hidden="true"
            className="-left-[5px] absolute top-1.5 size-[9px] rounded-full border-2 border-ink-3 bg-paper"
          />
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-medium">{title}</span>
            <span className="text-caption text-ink-2">
              <When at={at} />
            </span>
          </div>
          {by && <p className="text-caption text-ink-2">{by}</p>}
          {detail && <div className="mt-1">{detail}</div>}
        </li>
      ))}
    </ol>
  )
}
