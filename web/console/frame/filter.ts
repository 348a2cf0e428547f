import { plainDay } from '../../src/korean/dates'

interface Option {
  value: string
  label: string
}

/** What a list can be narrowed by. `name` is the server's query parameter; dates have one for each end. */
export type Filter =
  | { kind: 'text'; name: string; label: string; placeholder?: string }
  | { kind: 'select'; name: string; label: string; options: Option[] }
  | { kind: 'dates'; name: string; label: string; from: string; to: string }

/** The query parameters that a filter fills. */
export const paramsOf = (filter: Filter) =>
  filter.kind === 'dates' ? [filter.from, filter.to] : [filter.name]

/** What a filter says at the moment, as a sentence reads; `null` where it is not set. */
export function saidBy(filter: Filter, query: URLSearchParams): string | null {
  if (filter.kind === 'dates') {
    const [from, to] = [query.get(filter.from), query.get(filter.to)]
    if (!from && !to) return null
    return [from && `${plainDay(from)}부터`, to && `${plainDay(to)}까지`].filter(Boolean).join(' ')
  }
  const value = query.get(filter.name)
  if (!value) return null
  if (filter.kind === 'text') return `‘${value}’`
  return filter.options.find((option) => option.value === value)?.label ?? value
}
