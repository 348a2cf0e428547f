import type { Filter } from '../frame/filter'

const SEOUL = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul', year: 'numeric', month: '2-digit' })

const DAY = new Intl.DateTimeFormat('en-US', { timeZone: 'Asia/Seoul', day: 'numeric' })

/** The last months in Seoul, this one first: `2026-11`. */
export function lastMonths(count = 24, now = new Date()): string[] {
  const [year = 0, month = 0] = SEOUL.format(now).split('-').map(Number)
  return Array.from({ length: count }, (_, back) => {
    const months = year * 12 + month - 1 - back
    return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
  })
}

/**
 * The month whose invoices are issued now: until the tenth those of the last month are still due, and after it there is
 * nothing to issue but this month's.
 */
export const monthToIssue = (now = new Date()) => lastMonths(2, now)[Number(DAY.format(now)) <= 10 ? 1 : 0]

/** `2026년 11월` */
export const monthInWords = (month: string) => `${month.slice(0, 4)}년 ${Number(month.slice(5))}월`

export const monthFilter = (label: string): Filter => ({
  kind: 'select',
  name: 'month',
  label,
  options: lastMonths().map((month) => ({ value: month, label: monthInWords(month) })),
})
