import type { Service } from '../api/types'
import { day } from '../korean/dates'
import type { LineState } from '../ui/status-line'

/** From here on a service is about to expire: the line turns amber. */
const SOON = 7
const DAY = 86_400_000

/** The period ends with a midnight in Korea, so its last day is the one before. */
export const lastDay = (endsAt: string) => day(new Date(Date.parse(endsAt) - 1))

export const period = ({ startsAt, endsAt }: Service) => `${day(startsAt)} ~ ${lastDay(endsAt)}`

export const daysInAll = ({ startsAt, endsAt }: Service) =>
  Math.max(1, Math.ceil((Date.parse(endsAt) - Date.parse(startsAt)) / DAY))

/** Today counts, so the last day has one day left. */
export function daysLeft({ daysLeft: days }: Service): string {
  return days > 1 ? `${days}일 남았습니다` : '오늘까지 이용하실 수 있습니다'
}

/** State as line and words. Amber wins: what runs out needs doing something, what is connected does not. */
export function lineOf(service: Service): { state: LineState; label: string } {
  if (service.state !== 'active') return { state: 'off', label: '만료' }
  const session = service.connected ? '접속중' : '미접속'
  if (service.daysLeft <= SOON) return { state: 'soon', label: `${session} · 만료예정` }
  return { state: service.connected ? 'on' : 'off', label: session }
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** `1.2 GB`; tenths below ten, whole numbers above. */
export function dataSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, bytes > 0 ? Math.floor(Math.log10(bytes) / 3) : 0)
  const size = bytes / 1000 ** step
  return `${step > 0 && size < 10 ? size.toFixed(1) : Math.round(size)} ${UNITS[step]}`
}
