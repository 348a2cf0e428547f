import { day, plainDay } from '../korean/dates'

/** `2026-11-20` → `2026년 11월 20일`. */
export function effectiveDay(date: string): string {
  const [year, month, ofMonth] = date.split('-').map(Number)
  return `${year}년 ${month}월 ${ofMonth}일`
}

/** Whether this day is still to come in Korea. Days written as `2026-11-20` sort as text. */
export const isAhead = (date: string) => plainDay(date) > day(new Date())

export const versionPath = (path: string, version: string) => `${path}?version=${version}`
