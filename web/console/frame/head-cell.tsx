import { ArrowDown, ArrowUp } from 'lucide-react'
import { classes } from '../../src/ui/classes'
import type { Column } from './column'
import type { ListAddress } from './use-list-address'

/** The head of a column, which sorts by it where the server can. */
export function HeadCell<Row>({ column, address }: { column: Column<Row>; address: ListAddress }) {
  const { label, order, isFigure } = column
  const isUp = order !== undefined && address.order === order
  const isDown = order !== undefined && address.order === `-${order}`
  const Arrow = isUp ? ArrowUp : ArrowDown
  const look = classes(
    'h-9 whitespace-nowrap px-3 font-medium text-caption text-ink-2',
    isFigure ? 'text-right' : 'text-left',
  )
  if (!order)
    return (
      <th scope="col" className={look}>
        {label}
      </th>
    )
  return (
    <th scope="col" aria-sort={isUp ? 'ascending' : isDown ? 'descending' : 'none'} className={look}>
      <button
        type="button"
        onClick={() => address.set({ order: isDown ? order : `-${order}` })}
        className={classes(
          'group/head inline-flex items-center gap-1 hover:text-ink',
          // The figures below end where the word ends.
          isFigure && 'flex-row-reverse',
        )}
      >
        {label}
        <Arrow
          aria-hidden="true"
          className={classes('size-3.5', !(isUp || isDown) && 'opacity-0 group-hover/head:opacity-60')}
          strokeWidth={2}
        />
      </button>
    </th>
  )
}
