import { STATES as ADDRESSES } from '../../generated/words/stock'
import { dayAndTime } from '../../src/korean/dates'
import { withRo } from '../../src/korean/particles'
import { Link } from '../../src/ui/link'
import { ListedState } from '../desk/listed-state'
import { FactList } from '../frame/fact-list'
import { State } from '../frame/state'
import { When } from '../frame/when'
import { MemberLink } from './member-link'
import type { ServiceSheet } from './queries'

const MOVES: Record<string, string> = {
  offered: '회원이 누르기를 기다림',
  moving: '새 설정으로 접속하기를 기다림',
}

/** What the service is: whose, which address, until when. */
export function ServiceFacts({ sheet }: { sheet: ServiceSheet }) {
  const { service, subscription, move, orderId, stoppedAt, closedAt } = sheet
  const { place, plan } = service
  return (
    <FactList
      facts={[
        {
          label: '상태',
          value: (
            <>
              <ListedState list="services" state={service.state} />
              {(stoppedAt ?? closedAt) && (
                <>
                  {' '}
                  · <When at={stoppedAt ?? closedAt} />
                </>
              )}
            </>
          ),
        },
        place && {
          label: 'IP',
          value: (
            <span className="inline-flex flex-wrap items-center gap-2">
              <Link
                to={`/console/addresses?open=${place.id}`}
                translate="no"
                className="address rounded-control border border-ink px-2 py-0.5 font-semibold text-lead"
              >
                {place.address}
              </Link>
              {place.flags.length > 0 && <State tone="danger">{ADDRESSES.flagged}</State>}
            </span>
          ),
        },
        {
          label: '상품',
          value: (
            <Link to={`/console/plans/${plan.id}`} className="underline underline-offset-4">
              {plan.name}
            </Link>
          ),
        },
        { label: '회원', value: <MemberLink holder={service.holder} /> },
        {
          label: '기간',
          value: (
            <span className="figures">
              {dayAndTime(service.startsAt)} ~ {dayAndTime(service.endsAt)} (<When at={service.endsAt} />)
            </span>
          ),
        },
        place && {
          label: '게이트웨이',
          value: (
            <Link to={`/console/gateways/${place.gatewayId}`} className="underline underline-offset-4">
              {place.gateway}
            </Link>
          ),
        },
        {
          label: '주문',
          value: (
            <Link to={`/console/orders/${orderId}`} className="figures underline underline-offset-4">
              {orderId}
            </Link>
          ),
        },
        subscription && {
          label: '정기결제',
          value: (
            <>
              <Link to={`/console/subscriptions/${subscription.id}`} className="underline underline-offset-4">
                {subscription.id}
              </Link>{' '}
              · 다음 결제 <When at={subscription.dueAt} />
            </>
          ),
        },
        move && {
          label: '이동',
          value: (
            <>
              {withRo(move.toGateway)} · {MOVES[move.state] ?? move.state} · 마지막 날{' '}
              <When at={move.until} />
            </>
          ),
        },
      ]}
    />
  )
}
