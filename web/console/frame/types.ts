import type { Answer } from '../../src/api/path'
import type { paths } from '../../src/api/schema'

/** Whoever is logged in. */
export type Session = Answer<'/api/v1/console/session'>

export type Approval = Answer<'/api/v1/console/approvals'>['items'][number]

/** What a change will do, as whoever presses the button and a second person see it. */
export type Preview = Approval['preview']

/** The answer 202: a change waits for a second person. */
export type Asked =
  paths['/api/v1/console/changes/roles.make']['post']['responses'][202]['content']['application/json']['data']

/** One page of a list. `next` is handed back as `after`; the count stops at 10,000. */
export interface Listed<Row> {
  items: Row[]
  next: string | null
  count: number
  countIsMore: boolean
}

export interface Items<Item> {
  items: Item[]
}
