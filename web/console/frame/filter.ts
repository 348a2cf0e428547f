import { plainDay } from '../../src/korean/dates'
import { figures } from '../../src/korean/money'

interface Option {
  value: string
  label: string
}

/** What a list can be narrowed by. `name` is the server's query parameter; dates have one for each end. */
export type Filter =
  | { kind: 'text'; name: string; label: string; placeholder?: string }
  /** Set by links from other screens alone; shown while it is set. */
  | { kind: 'linked'; name: string; label: string }
  | { kind: 'select'; name: string; label: string; options: Option[] }
  /** Whole won, from one amount to another. */
  | { kind: 'amounts'; name: string; label: string; from: string; to: string }
  /** Whole days in Korea. The server is sent the moments: from the first day's begin to before the day after the last. */
  | { kind: 'dates'; name: string; label: string; from: string; to: string }

/** The query parameters that a filter fills. */
export const paramsOf = (filter: Filter) => ('from' in filter ? [filter.from, filter.to] : [filter.name])

const won = (typed: string) => (/^\d+$/.test(typed) ? `${figures(Number(typed))}원` : typed)

/** What a filter says at the moment, as a sentence reads; `null` where it is not set. */
export function saidBy(filter: Filter, query: URLSearchParams): string | null {
  if ('from' in filter) {
    const [from, to] = [query.get(filter.from), query.get(filter.to)]
    if (!from && !to) return null
    const said = filter.kind === 'dates' ? plainDay : won
    return [from && `${said(from)}부터`, to && `${said(to)}까지`].filter(Boolean).join(' ')
  }
  const value = query.get(filter.name)
  if (!value) return null
  if (filter.kind === 'linked' && /^\d+$/.test(value)) return `${value}번`
  if (filter.kind !== 'select') return `‘${value}’`
  return filter.options.find((option) => option.value === value)?.label ?? value
}

const DAY = 86_400_000

/** The begin of a day in Korea, some days later. Without a valid date, what was written. */
function beginOf(day: string, later = 0): string {
  const begin = Date.parse(`${day}T00:00:00+09:00`)
  return Number.isNaN(begin) ? day : new Date(begin + later * DAY).toISOString()
}

/** What the server is sent for what stands in the address. */
export function sentFor(filters: Filter[], inAddress: string): string {
  const sent = new URLSearchParams(inAddress)
  for (const filter of filters) {
    if (filter.kind !== 'dates') continue
    const [from, to] = [sent.get(filter.from), sent.get(filter.to)]
    if (from) sent.set(filter.from, beginOf(from))
    if (to) sent.set(filter.to, beginOf(to, 1))
  }
  return sent.toString()
}
