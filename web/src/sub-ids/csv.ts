import type { MadeSubId } from '../api/types'
import { dayAndTime } from '../korean/dates'

/** A spreadsheet would run a cell that begins so as a formula, or take it for a number or a day: `007`, `1e5`, `3-4`. */
const needsApostrophe = (cell: string) =>
  /^[=+\-@\t\r]/.test(cell) ||
  /^\s*(?:0\d+|\d{16,}|\d+(?:\.\d+)?e[+-]?\d+|\d{1,2}[-/]\d{1,2}(?:[-/]\d{1,4})?)\s*$/i.test(cell)

function cellOf(text: string): string {
  const safe = needsApostrophe(text) ? `'${text}` : text
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
