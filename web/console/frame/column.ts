import type { ReactNode } from 'react'

/** One column of a list, and one line of its cards on a phone. */
export interface Column<Row> {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** Figures stand at the right, so that their places stand under each other. */
  isFigure?: boolean
  /** The server's name of an order by it; pressing the head asks for it, and again for `-name`. */
  order?: string
  /** Not shown until somebody picks it. */
  isExtra?: boolean
}

/** The columns in sight: those picked, or all that are no extras. The first one names the row and always stays. */
export const shown = <Row>(columns: Column<Row>[], picked: string[] | null) =>
  columns.filter(({ key, isExtra }, at) => at === 0 || (picked ? picked.includes(key) : !isExtra))
