import type { ReactNode } from 'react'
import { Link } from '../../src/ui/link'
import { API } from '../frame/calls'
import type { Column } from '../frame/column'
import type { Filter } from '../frame/filter'
import { cellOf } from './cells'
import { ListScreen, type ListScreenProps } from './list-screen'
import { type DeclaredColumn, type DeclaredFilter, LISTS, type ListName } from './lists'
import { type Option, useOptionsOf } from './options'

type Screen<Row> = Omit<
  ListScreenProps<Row>,
  'path' | 'columns' | 'filters' | 'search' | 'label' | 'isPersonal' | 'isKeptHere'
>

interface DeclaredListProps<Row> extends Screen<Row> {
  list: ListName
  /** Draws columns that words and figures alone do not show, by their keys. */
  own?: Record<string, (row: Row) => ReactNode>
}

/** The screen of a list as the server declares it: its filters, its columns, its file. */
export function DeclaredList<Row>({ list, own = {}, ...screen }: DeclaredListProps<Row>) {
  const { label, search, filters, columns, isPersonal, isKeptHere } = LISTS[list]
  const options = useOptionsOf(filters.flatMap((filter) => filter.options ?? []))
  return (
    <ListScreen<Row>
      {...screen}
      label={label}
      path={`${API}/${list}`}
      columns={columns.map((column) => columnOf(column, own))}
      filters={filters.flatMap((filter) => filterOf(filter, options) ?? [])}
      {...(search && { search })}
      isPersonal={isPersonal}
      isKeptHere={isKeptHere}
    />
  )
}

const fill = (to: string, row: object) =>
  to.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent(String((row as Record<string, unknown>)[key])),
  )

function columnOf<Row>(declared: DeclaredColumn, own: Record<string, (row: Row) => ReactNode>): Column<Row> {
  const { key, label, kind, to, isExtra = false, order } = declared
  const draw = own[key] ?? ((row: Row) => cellOf(declared, (row as Record<string, unknown>)[key]))
  return {
    key,
    label,
    isFigure: kind === 'number' || kind === 'won',
    isExtra,
    ...(order && { order }),
    cell: (row) =>
      to ? (
        <Link to={fill(to, row as object)} className="underline decoration-line underline-offset-4">
          {draw(row)}
        </Link>
      ) : (
        draw(row)
      ),
  }
}

function filterOf(declared: DeclaredFilter, options: Partial<Record<string, Option[]>>): Filter | null {
  const { name, label, kind, words, from = '', to = '' } = declared
  if (kind === 'dates' || kind === 'amounts') return { kind, name, label, from, to }
  if (kind !== 'select') return { kind, name, label }
  const choices = declared.options
    ? options[declared.options]
    : Object.entries(words ?? {}).map(([value, word]) => ({ value, label: word }))
  return choices ? { kind, name, label, options: choices } : { kind: 'linked', name, label }
}
