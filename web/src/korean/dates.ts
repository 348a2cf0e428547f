const ZONE = 'Asia/Seoul'

const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

function inSeoul(moment: string | Date): Record<string, string> {
  return Object.fromEntries(parts.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]))
}

/** `2026.11.20`: the day of a moment in Korea. */
export function day(moment: string | Date): string {
  const { year, month, day: date } = inSeoul(moment)
  return `${year}.${month}.${date}`
}

/** The last day of a period, which ends at the midnight after it in Korea. */
export const lastDay = (endsAt: string) => day(new Date(Date.parse(endsAt) - 1))

/** `2026.11.20 14:05`: day and time of a moment in Korea. */
export function dayAndTime(moment: string | Date): string {
  return `${day(moment)} ${timeOfDay(moment)}`
}

/** `14:05`: the time of a moment in Korea. */
export function timeOfDay(moment: string | Date): string {
  const { hour, minute } = inSeoul(moment)
  return `${hour}:${minute}`
}

/** `2026-11-20` → `2026.11.20`: a plain date has no zone to convert. */
export const plainDay = (date: string) => date.replaceAll('-', '.')

/** `방금 전`, `12분 전`, `3시간 전`, then the day itself. */
export function ago(moment: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - new Date(moment).getTime()) / 60_000)
  if (minutes < 1) return '방금 전'
  if (minutes < 60) return `${minutes}분 전`
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}시간 전`
  return day(moment)
}
