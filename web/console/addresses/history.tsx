import { CAUSES, LEASES } from '../../generated/words/stock'
import { Link } from '../../src/ui/link'
import { Rows } from '../frame/rows'
import { State } from '../frame/state'
import { type Happened, Timeline } from '../frame/timeline'
import { When } from '../frame/when'
import { Holder } from './holder'
import type { AddressSheet } from './queries'

/** Who has the address, and when others had it, newest first; who these were, two people look up. */
export function Leases({ leases }: { leases: AddressSheet['leases'] }) {
  return (
    <Rows
      items={leases}
      idOf={({ id }) => id}
      title={({ serviceId, orderId }) =>
        serviceId === null && orderId === null ? (
          '지난 이용'
        ) : serviceId === null ? (
          <Link to={`/console/orders/${orderId}`} className="underline underline-offset-4">
            주문 {orderId}
          </Link>
        ) : (
          <Link to={`/console/services/${serviceId}`} className="underline underline-offset-4">
            서비스 {serviceId}
          </Link>
        )
      }
      detail={({ holder, cause, activeAt, heldAt, endedAt, leftAt }) => (
        <>
          <Holder holder={holder} /> · {cause ? CAUSES[cause] : '주문'} · <When at={activeAt ?? heldAt} /> ~{' '}
          <When at={leftAt ?? endedAt} empty="지금" />
        </>
      )}
      actions={({ state }) => <State tone={state === 'active' ? 'ok' : 'plain'}>{LEASES[state]}</State>}
      empty="아직 아무도 쓰지 않았습니다."
    />
  )
}

const KINDS: Record<string, string> = {
  call: '이 IP로 나간 연결',
  sandbox: '시험용 게이트웨이의 응답',
  migration: '전부터 쓰던 IP',
  reputation: '평판 조회',
  operator: '직원',
}
const WORDS: [prefix: string, words: string][] = [
  ['withdrawn: ', '판매에서 제외: '],
  ['returned: ', '판매에 되돌림: '],
  ['rests no more: ', '휴지 끝냄: '],
  ['the call came from ', '다른 IP로 나감: '],
  ['listed by ', '차단 목록에 있음: '],
  ['in a network of ', '다른 통신사의 네트워크: '],
]

/** What the shop writes of changes, calls and look-ups, in Korean; what a gateway writes as it was found. */
const said = (detail: string) => detail.split('; ').map(saidOf).join('; ')

function saidOf(detail: string): string {
  if (detail === 'demo') return '시험용 자료'
  const asked = /^(\d+) lists asked, carrier (.*)$/.exec(detail)
  if (asked) return `차단 목록 ${asked[1]}곳에 물음, 통신사 ${asked[2] === 'unknown' ? '모름' : asked[2]}`
  const rest = /^rests for (\d+) days: (.*)$/s.exec(detail)
  if (rest) return `${rest[1]}일 휴지: ${rest[2]}`
  const known = WORDS.find(([prefix]) => detail.startsWith(prefix))
  return known ? known[1] + detail.slice(known[0].length) : detail
}

/** What proves the address, or speaks against it, newest first. */
export function Proofs({ proofs }: { proofs: AddressSheet['proofs'] }) {
  const items: Happened[] = proofs.map(({ at, kind, isGood, seen, detail }, place) => ({
    id: `${at}-${place}`,
    at,
    title: (
      <State tone={isGood ? 'ok' : 'danger'}>{`${KINDS[kind] ?? kind} ${isGood ? '좋음' : '나쁨'}`}</State>
    ),
    by: seen && (
      <span translate="no" className="address">
        {seen}
      </span>
    ),
    detail: detail && <p className="break-words text-ink-2">{said(detail)}</p>,
  }))
  return <Timeline items={items} empty="아직 확인한 것이 없습니다." />
}
