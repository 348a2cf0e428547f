interface WrittenTable {
  /** HTML before and after the table. */
  before: string
  after: string
  /** HTML of the cells. */
  head: string[]
  rows: string[][]
}

const TABLE = /(?:<div class="table-[^>]*>\s*)?<table[\s\S]*?<\/table>(?:\s*<\/div>)?/
const CELL = /<(t[hd])(?:\s[^>]*)?>([\s\S]*?)<\/\1>/g

const cellsOf = (row: string) => [...row.matchAll(CELL)].map(([, , cell = '']) => cell)

/** The first table in HTML that the server rendered from Markdown, where cells contain no tables; or `null`. */
export function tableIn(html: string): WrittenTable | null {
  const match = TABLE.exec(html)
  if (!match) return null
  const [head = [], ...rows] = match[0].split('</tr>').map(cellsOf)
  return {
    before: html.slice(0, match.index).trim(),
    after: html.slice(match.index + match[0].length).trim(),
    head,
    rows: rows.filter((cells) => cells.length > 0),
  }
}

/** The same table without the columns of these names. */
export function withoutColumns(table: WrittenTable, names: string[]): WrittenTable {
  const isKept = table.head.map((name) => !names.includes(name.replaceAll(/<[^>]*>/g, '').trim()))
  const keep = (cells: string[]) => cells.filter((_, place) => isKept[place] ?? true)
  return { ...table, head: keep(table.head), rows: table.rows.map(keep) }
}
