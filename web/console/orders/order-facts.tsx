import { dayAndTime } from '../../src/korean/dates'
import { Link } from '../../src/ui/link'
import { FactList } from '../frame/fact-list'
import { Money } from '../frame/money'
import { State } from '../frame/state'
import { BuyerLink } from './buyer-link'
import type { Order } from './queries'
import { Trace } from './trace'
import { KINDS, METHODS, STATES, whatOf } from './words'

const Exact = ({ at }: { at: string }) => <span className="figures">{dayAndTime(at)} (서울)</span>

/** What an order is: its state, who bought what, and for how much. */
export function OrderFacts({ order }: { order: Order }) {
  const { state, failure, failureCode, subscriptionId, period, serviceId } = order
  return (
    <FactList
      facts={[
        {
          label: '상태',
          value: (
            <>
              <State tone={STATES[state].tone}>{STATES[state].word}</State>
              {failure && (
                <span className="block text-caption text-ink-2">
                  {failure} ({failureCode})
                </span>
              )}
            </>
          ),
        },
        { label: '회원', value: <BuyerLink buyer={order.buyer} /> },
        { label: '상품', value: whatOf(order) },
        { label: '구분', value: KINDS[order.kind] },
        { label: '결제 금액', value: <Money won={order.amount} /> },
        { label: '결제수단', value: METHODS[order.method] },
        order.trace !== null && { label: '추적 번호', value: <Trace id={order.trace} /> },
        { label: '주문한 때', value: <Exact at={order.createdAt} /> },
        order.paidAt !== null && { label: '결제한 때', value: <Exact at={order.paidAt} /> },
        state === 'awaiting_deposit' &&
          order.depositDueAt !== null && { label: '입금 기한', value: <Exact at={order.depositDueAt} /> },
        subscriptionId !== null && {
          label: '정기결제',
          value: (
            <Link to={`/console/subscriptions/${subscriptionId}`} className="underline underline-offset-4">
              {subscriptionId} ({period}회차)
            </Link>
          ),
        },
        serviceId !== null && {
          label: '연장한 서비스',
          value: (
            <Link to={`/console/services/${serviceId}`} className="underline underline-offset-4">
              서비스 {serviceId}
            </Link>
          ),
        },
      ]}
    />
  )
}
