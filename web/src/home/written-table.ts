export interface WrittenTable {
  /** HTML in front of the table and behind it. */
  before: string
  after: string
  /** HTML of its cells. */
  head: string[]
  rows: string[][]
}

const TABLE = /(?:<div class="table-[^>]*>\s*)?<table[\s\S]*?<\/table>(?:\s*<\/div>)?/
const CELL = /<(t[hd])(?:\s[^>]*)?>([\s\S]*?)<\/\1>/g

const cellsOf = (row: string) => [...row.matchAll(CELL)].map(([, , cell = '']) => cell)

/** The first table of what the server made of Markdown; cells hold no tables there. `null` where there is none. */
export function tableIn(html: string): WrittenTable | null {
  const found = TABLE.exec(html)
  if (!found) return null
  const [head = [], ...rows] = found[0].split('</tr>').map(cellsOf)
  return {
    before: html.slice(0, found.index).trim(),
    after: html.slice(found.index + found[0].length).trim(),
    head,
    rows: rows.filter((cells) => cells.length > 0),
  }
}

/** The same table without the columns of these names. */
export function withoutColumns(table: WrittenTable, names: string[]): WrittenTable {
  const stays = table.head.map((name) => !names.includes(name.replaceAll(/<[^>]*>/g, '').trim()))
  const kept = (cells: string[]) => cells.filter((_, place) => stays[place] ?? true)
  return { ...table, head: kept(table.head), rows: table.rows.map(kept) }
}
