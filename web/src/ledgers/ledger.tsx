import type { ReactNode } from 'react'
import { orderPath } from '../history/paths'
import { dayAndTime } from '../korean/dates'
import { figures } from '../korean/money'
import { EmptyState } from '../ui/empty-state'
import { Link } from '../ui/link'
import { Pagination } from '../ui/pagination'
import { change } from './words'

/** The current balance, with room for a note or a button beside it. */
export function Balance({ label, amount, unit, children }: BalanceProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-card bg-surface p-5 sm:p-6">
      <div className="figures">
        <p className="text-caption text-ink-2">{label}</p>
        <p className="mt-1">
          <span className="font-bold text-title-l tracking-tight">{figures(amount)}</span>
          <span className="ml-1 font-medium">{unit}</span>
        </p>
      </div>
      {children}
    </div>
  )
}

interface BalanceProps {
  label: string
  amount: number
  unit: string
  children?: ReactNode
}

interface LedgerRow {
  at: string
  what: string
  /** Shown below it: which order it belongs to, or until when it can be used. */
  note: ReactNode
  amount: number
}

/** One page of entries, as the server lists them. */
interface Entries<Entry> {
  items: Entry[]
  total: number
  pageSize: number
}

interface LedgerProps<Entry> {
  caption: string
  unit: string
  path: string
  page: number
  entries: Entries<Entry>
  rowOf: (entry: Entry) => LedgerRow
  /** Shown to a member whose ledger has no entries at all. */
  none: string
}

/** One page of a ledger, newest first, with links to the others. */
export function Ledger<Entry>({ caption, unit, path, page, entries, rowOf, none }: LedgerProps<Entry>) {
  const { items, total } = entries
  return (
    <>
      {items.length === 0 ? (
        <div className="mt-6">
          <EmptyState>{total === 0 ? none : '이 페이지에는 내역이 없습니다.'}</EmptyState>
        </div>
      ) : (
        <Rows caption={caption} unit={unit} rows={items.map(rowOf)} />
      )}
      <Pagination page={page} list={entries} pathOf={(number) => `${path}?page=${number}`} />
    </>
  )
}

function Rows({ rows, unit, caption }: { rows: LedgerRow[]; unit: string; caption: string }) {
  return (
    <ul aria-label={caption} className="mt-6 divide-y divide-line border-line border-y">
      {rows.map(({ at, what, note, amount }) => (
        <li key={`${at} ${what} ${amount}`} className="figures flex items-center justify-between gap-4 py-4">
          <div className="min-w-0">
            <p className="font-medium">{what}</p>
            <p className="text-caption text-ink-2">
              {dayAndTime(at)}
              {note && <> · {note}</>}
            </p>
          </div>
          <p className="shrink-0 font-semibold">
            {change(amount)}
            <span className="ml-0.5 font-medium text-small">{unit}</span>
          </p>
        </li>
      ))}
    </ul>
  )
}

/** A link from an entry to the order it belongs to. */
export function OrderLink({ orderId, children }: { orderId: string; children: ReactNode }) {
  return (
    <Link
      to={orderPath(orderId)}
      className="underline decoration-line underline-offset-4 hover:decoration-ink-3"
    >
      {children}
    </Link>
  )
}
