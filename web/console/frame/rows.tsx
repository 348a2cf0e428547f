import type { ReactNode } from 'react'

interface RowsProps<Item> {
  items: Item[]
  idOf: (item: Item) => string | number
  title: (item: Item) => ReactNode
  detail?: (item: Item) => ReactNode
  /** Buttons at the end of a row. */
  actions?: (item: Item) => ReactNode
  empty: string
}

/** A list that is short by nature: one line of what it is, one about it, and what can be done. */
export function Rows<Item>({ items, idOf, title, detail, actions, empty }: RowsProps<Item>) {
  if (items.length === 0) return <p className="text-ink-2 text-small">{empty}</p>
  return (
    <ul className="rounded-card border border-line text-small">
      {items.map((item) => (
        <li
          key={idOf(item)}
          className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-3 py-2 first:border-t-0"
        >
          <div className="min-w-0 flex-1">
            <div className="font-medium">{title(item)}</div>
            {detail && <div className="text-caption text-ink-2">{detail(item)}</div>}
          </div>
          {actions?.(item)}
        </li>
      ))}
    </ul>
  )
}
