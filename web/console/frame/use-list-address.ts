import { useMemo } from 'react'
// biome-ignore lint/style/noRestrictedImports: the console has the router's data mode, which brings it anyway.
import { useLocation, useNavigate } from 'react-router'

/** What the page keeps in the address for itself. */
const OPEN = 'open'
const COLUMNS = 'columns'
const AFTER = 'after'

export interface ListAddress {
  /** All of the query, to read a filter's value from. */
  query: URLSearchParams
  /** What the server is asked: filters, order, cursor and size. */
  sent: string
  /** The filters alone: what "the whole filtered set" is, and what an export exports. */
  filtered: string
  /** What a saved view keeps: filters, order, size and columns. */
  view: string
  /** The row whose sheet is open. */
  open: string | null
  order: string | null
  after: string | null
  columns: string[] | null
  /** Somebody has come to the list, and not asked for anything on it yet. */
  isBare: boolean
  /** Sets filters, order, size or columns; `null` and `''` take one away. The list begins at its first page again. */
  set: (changes: Record<string, string | null>) => void
  /** Shows another view in place of this one. */
  show: (view: string) => void
  /** The same on arrival, without a step back to before it. */
  arrive: (view: string) => void
  /** Leads to the page behind a cursor; `null` is the first one. */
  turn: (after: string | null) => void
  openRow: (id: string | null) => void
  addressOf: (id: string) => string
}

const without = (query: URLSearchParams, ...names: string[]) => {
  const rest = new URLSearchParams(query)
  for (const name of names) rest.delete(name)
  return rest
}

const addressFrom = (pathname: string, query: URLSearchParams | string) => {
  const text = query.toString()
  return text ? `${pathname}?${text}` : pathname
}

/**
 * Filters, order, cursor, size, columns and the open row of a list, all kept in the address bar. An empty address that was
 * chosen here, such as by the tab of everything, is told from one that the navigation leads to by the entry of the history.
 */
export function useListAddress(): ListAddress {
  const { pathname, search, state } = useLocation()
  const isChosen = Boolean((state as { isChosen?: boolean } | null)?.isChosen)
  const navigate = useNavigate()
  return useMemo(() => {
    const query = new URLSearchParams(search)
    const view = without(query, OPEN, AFTER)
    const go = (next: URLSearchParams | string, replace = false) =>
      void navigate(addressFrom(pathname, next), { replace, state: { isChosen: true } })
    return {
      query,
      sent: without(query, OPEN, COLUMNS).toString(),
      filtered: without(view, COLUMNS, 'order', 'size').toString(),
      view: view.toString(),
      open: query.get(OPEN),
      order: query.get('order'),
      after: query.get(AFTER),
      columns: query.get(COLUMNS)?.split(',') ?? null,
      set(changes) {
        const next = new URLSearchParams(view)
        for (const [name, value] of Object.entries(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        go(next)
      },
      isBare: search === '' && !isChosen,
      show: (next) => go(next),
      arrive: (next) => go(next, true),
      turn(after) {
        const next = new URLSearchParams(view)
        if (after) next.set(AFTER, after)
        go(next)
      },
      openRow(id) {
        const next = without(query, OPEN)
        if (id) next.set(OPEN, id)
        // From one row to the next is no step back through all of them.
        go(next, query.has(OPEN) && id !== null)
      },
      addressOf(id) {
        const next = without(query, OPEN)
        next.set(OPEN, id)
        return addressFrom(pathname, next)
      },
    }
  }, [pathname, search, isChosen, navigate])
}
