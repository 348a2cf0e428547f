import { CAUSES, LEASES } from '../../generated/words/stock'
import { dayAndTime } from '../../src/korean/dates'
import { Link } from '../../src/ui/link'
import { Rows } from '../frame/rows'
import { State } from '../frame/state'
import type { ServiceSheet } from './queries'

/** The addresses that it had, newest first. */
export function LeaseHistory({ sheet }: { sheet: ServiceSheet }) {
  return (
    <Rows
      items={sheet.leases}
      idOf={({ id }) => id}
      title={({ addressId, address }) => (
        <Link
          to={`/console/addresses?open=${addressId}`}
          translate="no"
          className="address underline underline-offset-4"
        >
          {address}
        </Link>
      )}
      detail={({ cause, gateway, activeAt, leftAt, endedAt }) => (
        <span className="figures">
          {gateway} · {cause ? CAUSES[cause] : '예약'}
          {activeAt && ` · ${dayAndTime(activeAt)} ~ `}
          {activeAt && ((leftAt ?? endedAt) ? dayAndTime((leftAt ?? endedAt) as string) : '지금')}
        </span>
      )}
      actions={({ state }) => <State tone={state === 'active' ? 'ok' : 'plain'}>{LEASES[state]}</State>}
      empty="아직 IP를 쓴 적이 없습니다."
    />
  )
}

/** The periods that orders paid for, newest first. */
export function Periods({ sheet }: { sheet: ServiceSheet }) {
  return (
    <Rows
      items={sheet.periods}
      idOf={({ orderId }) => orderId}
      title={({ orderId }) => (
        <Link to={`/console/orders/${orderId}`} className="figures underline underline-offset-4">
          {orderId}
        </Link>
      )}
      detail={({ startsAt, endsAt }) => (
        <span className="figures">
          {dayAndTime(startsAt)} ~ {dayAndTime(endsAt)}
        </span>
      )}
      actions={({ refundedAt }) => refundedAt && <State tone="warn">환불함</State>}
      empty="결제한 기간이 없습니다."
    />
  )
}
