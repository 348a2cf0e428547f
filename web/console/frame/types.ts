/** What the console's calls answer with, under the names that the screens use. */

export interface Named {
  id: number
  name: string
}

export interface Session {
  id: number
  name: string
  email: string
  role: Named
  isOwner: boolean
  permissions: string[]
  startedAt: string
  expiresAt: string
  idleSeconds: number
  siteName: string
  /** How many changes wait for this person's confirmation. */
  confirmations: number
}

export interface PreviewRow {
  label: string
  value: string
  before?: string | null
}

/** What a change will do, as whoever presses the button and a second person see it. */
export interface Preview {
  title: string
  rows: PreviewRow[]
  warnings: string[]
  count: number | null
  amount: number | null
  digest: string
}

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
