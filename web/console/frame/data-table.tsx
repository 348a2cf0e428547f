import { type MouseEvent, type ReactNode, useRef } from 'react'
import { classes } from '../../src/ui/classes'
import { Link } from '../../src/ui/link'
import { CARD_CELL, CARD_HEAD, CARD_ROW, CARD_TABLE, CARD_TITLE } from './cards'
import { type Column, shown } from './column'
import { HeadCell } from './head-cell'
import type { Ticks } from './selection'
import { useFits } from './use-fits'
import type { ListAddress } from './use-list-address'
import { useRowKeys } from './use-row-keys'

export interface TableOf<Row> {
  /** What the rows are, for screen readers. */
  label: string
  columns: Column<Row>[]
  idOf: (row: Row) => string
  /** What names the row where its first cell alone would not. */
  nameOf?: (row: Row) => string
  /** The row's own page, which Enter opens; a click opens the sheet. */
  pageOf?: (row: Row) => string
}

interface DataTableProps<Row> extends TableOf<Row> {
  rows: Row[]
  address: ListAddress
  /** With it, rows can be ticked. */
  ticks?: Ticks | undefined
  /** Shown in place of rows. */
  children?: ReactNode
  isStale?: boolean
}

/**
 * A native table whose rows are 40 pixels high; below 640 pixels each row is a card. Its head stays in sight: below the top bar
 * where the table is as wide as the screen, and otherwise at the top of the box in which it scrolls both ways.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, idOf, nameOf, pageOf, rows, address, ticks, children, isStale = false } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const [box, fits] = useFits()
  const visible = shown(columns, address.columns)
  const ids = rows.map(idOf)
  useRowKeys(body, (id) => ticks?.toggle([id], ids))

  /** A click anywhere in the row opens its sheet; on something that is pressed for itself it does that. */
  function clicked(event: MouseEvent<HTMLElement>, id: string) {
    if ((event.target as Element).closest('a, button, input, label, select')) return
    if (!getSelection()?.toString()) address.openRow(id)
  }

  /** The link leads to the page, for Enter and for a new tab; the mouse opens the sheet. */
  function linkClicked(event: MouseEvent<HTMLElement>, id: string) {
    const isByKey = event.detail === 0
    if (isByKey || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    address.openRow(id)
  }

  return (
    <div
      ref={box}
      className={classes(
        'max-sm:-mx-4 sm:rounded-card sm:border sm:border-line',
        !fits && 'sm:max-h-[calc(100dvh-160px)] sm:overflow-auto',
      )}
    >
      <table
        aria-label={label}
        aria-busy={isStale}
        className={classes(
          'w-full border-collapse text-small sm:[&_.address]:break-keep',
          CARD_TABLE,
          isStale && 'opacity-60',
        )}
      >
        <thead
          className={classes(
            'sticky z-10 bg-surface shadow-[0_1px_0_var(--color-line)]',
            CARD_HEAD,
            fits ? 'top-12 [&_th:first-child]:rounded-tl-card [&_th:last-child]:rounded-tr-card' : 'top-0',
          )}
        >
          <tr>
            {ticks && (
              <th scope="col" className="w-10 px-3 align-middle">
                <input
                  type="checkbox"
                  aria-label="이 쪽의 모든 줄 선택"
                  className="block size-4 accent-accent"
                  checked={ids.length > 0 && ids.every(ticks.isTicked)}
                  onChange={() => ticks.toggle(ids, ids)}
                />
              </th>
            )}
            {visible.map((column) => (
              <HeadCell key={column.key} column={column} address={address} />
            ))}
          </tr>
        </thead>
        <tbody ref={body} className={CARD_TABLE}>
          {rows.map((row) => {
            const id = idOf(row)
            return (
              <tr
                key={id}
                data-row={id}
                onClick={(event) => clicked(event, id)}
                className={classes(
                  'group/row h-10 cursor-pointer border-line border-t hover:bg-surface has-[a:focus-visible]:bg-accent-tint',
                  CARD_ROW,
                  address.open === id && 'bg-accent-tint',
                )}
              >
                {ticks && (
                  <td className="px-3 max-sm:absolute max-sm:top-2 max-sm:right-1">
                    <input
                      type="checkbox"
                      aria-label={`${nameOf?.(row) ?? id} 선택`}
                      className="block size-4 accent-accent"
                      checked={ticks.isTicked(id)}
                      onChange={() => ticks.toggle([id], ids)}
                    />
                  </td>
                )}
                {visible.map(({ key, label: name, cell, isFigure }, at) => (
                  <td
                    key={key}
                    data-label={name}
                    className={classes(
                      'px-3 py-1',
                      isFigure && 'figures text-right',
                      at === 0 ? `font-medium ${CARD_TITLE}` : CARD_CELL,
                    )}
                  >
                    {at === 0 ? (
                      <Link
                        to={pageOf?.(row) ?? address.addressOf(id)}
                        onClick={(event) => linkClicked(event, id)}
                        className="underline decoration-transparent underline-offset-4 hover:decoration-ink-3"
                      >
                        {cell(row)}
                      </Link>
                    ) : (
                      cell(row)
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      {children}
    </div>
  )
}
