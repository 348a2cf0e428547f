import { useQuery } from '@tanstack/react-query'
import { STAFF_STATES, STATES } from '../../generated/words/services'
import { CAUSES } from '../../generated/words/stock'
import { dayAndTime } from '../../src/korean/dates'
import { withRo } from '../../src/korean/particles'
import { Ready } from '../frame/part'
import { type Happened, Timeline } from '../frame/timeline'
import { eventsQuery, type ServiceEvent } from './queries'

type Facts = Record<string, string | number | boolean | null>

const TITLES: Record<string, (facts: Facts) => string> = {
  period: ({ until }) => `${dayAndTime(String(until))}까지 결제`,
  refunded: () => '환불',
  address: ({ address }) => `IP ${address}`,
  extended: ({ days, undone }) => `${days}일 연장${undone ? ' (되돌림)' : ''}`,
  device: ({ name }) => `기기 등록: ${name}`,
  device_removed: ({ name }) => `기기 지움: ${name}`,
  move_offered: ({ gateway }) => `${withRo(String(gateway))} 옮길 자리 제안`,
  closed: ({ state }) => (state === 'expired' ? STATES.expired : STATES.ended),
  stopped: () => STAFF_STATES.stopped,
}

const DETAILS: Record<string, (facts: Facts) => string> = {
  period: ({ orderId }) => `주문 ${orderId}`,
  refunded: ({ orderId }) => `주문 ${orderId}`,
  address: ({ cause, gateway }) => `${CAUSES[cause as keyof typeof CAUSES]} · ${gateway}`,
}

function happened({ id, at, kind, facts }: ServiceEvent): Happened {
  const known = facts as Facts
  return { id, at, title: TITLES[kind]?.(known) ?? kind, by: DETAILS[kind]?.(known) }
}

/** What happened to the service, newest first. */
export function ServiceTimeline({ id }: { id: string }) {
  const query = useQuery(eventsQuery(id))
  return <Ready query={query}>{({ items }) => <Timeline items={items.map(happened)} />}</Ready>
}
