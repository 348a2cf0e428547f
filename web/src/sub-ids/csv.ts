import type { MadeSubId } from '../api/types'
import { dayAndTime } from '../korean/dates'

/** A spreadsheet would run a cell that begins so as a formula. */
const isFormula = (cell: string) => /^[=+\-@\t\r]/.test(cell)

function cellOf(text: string): string {
  const safe = isFormula(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The links of new sub-ids as a file for spreadsheets, which need the mark in front to read it as UTF-8. */
export const linksFile = (made: MadeSubId[]) =>
  `\ufeff${[
    ['아이디', '이름', '링크', '유효 기간'],
    ...made.map(({ loginId, name, link }) => [loginId, name, link.url, `${dayAndTime(link.expiresAt)}까지`]),
  ]
    .map((cells) => cells.map(cellOf).join(','))
    .join('\r\n')}\r\n`
