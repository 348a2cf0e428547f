import type { Answer } from '../../src/api/path'

/** Whoever is logged in. */
export type Session = Answer<'/api/v1/console/session'>

export type Approval = Answer<'/api/v1/console/approvals'>['items'][number]

/** What a change will do, as whoever presses the button and a second person see it. */
export type Preview = Approval['preview']

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
