import { STATES } from '../../generated/words/services'
import type { Service } from '../api/types'
import { day, lastDay } from '../korean/dates'
import type { LineState } from '../ui/status-line'

/** With this many days left or fewer a service is about to expire, and its line turns amber. */
const SOON = 7
const DAY = 86_400_000

export const period = ({ startsAt, endsAt }: Service) => `${day(startsAt)} ~ ${lastDay(endsAt)}`

/** A day that had begun when the service started is not counted, as with refunds. */
export const totalDays = ({ startsAt, endsAt }: Service) =>
  Math.max(1, Math.floor((Date.parse(endsAt) - Date.parse(startsAt)) / DAY))

/** Today counts, so the last day has one day left. */
export function daysLeft({ daysLeft: days }: Service): string {
  return days > 1 ? `${days}일 남았습니다` : '오늘까지 이용하실 수 있습니다'
}

/** What a service is called: its address, if it has a fixed one. */
export const nameOf = (address: string | null) => address ?? '유동 IP'

/** The names of services in one line; `null` if there are none. */
export const namesOf = (services: Pick<Service, 'address'>[]) =>
  services.map(({ address }) => nameOf(address)).join(', ') || null

/** The state of a service as a line and words. Amber wins, because an expiring service needs action. */
export function lineOf(service: Service): { state: LineState; label: string } {
  if (service.state !== 'active')
    return { state: 'off', label: service.refunded ? '환불됨' : STATES[service.state] }
  const session = service.connected ? '접속중' : '미접속'
  // A recurring payment renews the service by itself, and a sub-id can do nothing about it.
  if (service.daysLeft <= SOON && !service.subscriptionId && !service.rights)
    return { state: 'soon', label: `${session} · 만료예정` }
  return { state: service.connected ? 'on' : 'off', label: session }
}
