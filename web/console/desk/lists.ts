import described from '../../generated/lists.json'
import type { TagTone } from '../../src/ui/tag'

/** What a list can be narrowed by, as the server declares it. */
export interface DeclaredFilter {
  name: string
  label: string
  kind: 'select' | 'dates' | 'amounts' | 'text' | 'linked'
  from?: string
  to?: string
  /** Where its choices come from (`options.ts`). */
  options?: string
  words?: Record<string, string>
}

export interface DeclaredColumn {
  key: string
  label: string
  /** `own`: the screen draws it. */
  kind: 'text' | 'number' | 'won' | 'when' | 'day' | 'state' | 'yes' | 'own'
  words?: Record<string, string>
  tones?: Record<string, TagTone>
  /** Where the cell leads, with keys of the row in braces. */
  to?: string
  isExtra?: boolean
  order?: string
}

export interface DeclaredList {
  label: string
  permission: string
  search: string
  isPersonal: boolean
  isKeptHere: boolean
  filters: DeclaredFilter[]
  columns: DeclaredColumn[]
}

export type ListName = keyof typeof described

/** Every list that staff look through, by its name. `make schema` makes the file from the server's declarations. */
export const LISTS: Record<ListName, DeclaredList> = described as unknown as Record<ListName, DeclaredList>

type Words<N extends ListName> = (typeof described)[N]['columns'][number]

/** The word and colour of a state, by the list and the column that declare it. */
export function stateOf<N extends ListName>(list: N, key: Words<N>['key'], value: string) {
  const column = LISTS[list].columns.find((one) => one.key === key)
  return { word: column?.words?.[value] ?? value, tone: column?.tones?.[value] ?? 'plain' }
}
