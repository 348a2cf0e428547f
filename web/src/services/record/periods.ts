import type { UsageChart } from '../../api/types'
import { day, plainDay, timeOfDay } from '../../korean/dates'

/** What the chart shows: `2026-11-22` by the hour, `2026-11` by the day. */
export const periodOf = ({ by, firstDay }: UsageChart) => (by === 'hour' ? firstDay : monthOf(firstDay))

export const monthOf = (date: string) => date.slice(0, 7)

export const nameOfPeriod = (usage: UsageChart) => plainDay(periodOf(usage))

/** Where a bar begins: `14시`, `22일`. */
export const nameOfBucket = ({ by }: UsageChart, at: string) =>
  by === 'hour' ? `${Number(timeOfDay(at).slice(0, 2))}시` : `${Number(day(at).slice(8))}일`

const shifted = (date: string, days: number) => {
  const moved = new Date(`${date}T00:00:00Z`)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved.toISOString().slice(0, 10)
}

/** How many bars the period has when it is over. */
export const barsOf = ({ by, lastDay }: UsageChart) => (by === 'hour' ? 24 : Number(lastDay.slice(8)))

/** The day or month before; `undefined` where nothing is kept of it. */
export function before(usage: UsageChart): string | undefined {
  const last = shifted(usage.firstDay, -1)
  if (last < usage.keptSince) return
  return usage.by === 'hour' ? last : monthOf(last)
}

/** The one after; `undefined` where that has not begun. The shop's clock counts, not the browser's. */
export function after(usage: UsageChart): string | undefined {
  if (usage.buckets.length < barsOf(usage)) return
  const next = shifted(usage.lastDay, 1)
  return usage.by === 'hour' ? next : monthOf(next)
}

/** The same time by the other step: the month of a day, the last day of a month that has begun. */
export function otherStep(usage: UsageChart): string {
  if (usage.by === 'hour') return monthOf(usage.firstDay)
  const last = usage.buckets.at(-1)
  return last ? day(last.at).replaceAll('.', '-') : usage.firstDay
}
