import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Callout } from '../../src/ui/callout'
import { Link } from '../../src/ui/link'
import { Part, Ready } from '../frame/part'
import { ScreenHead } from '../frame/screen-head'
import { Timeline } from '../frame/timeline'
import { ObjectRecord } from '../record/object-record'
import { Alarms } from './alarms'
import { Delivered } from './delivered'
import { eventsOf } from './events'
import { Messages } from './messages'
import { OrderActions } from './order-actions'
import { OrderFacts } from './order-facts'
import { Payments } from './payments'
import { Price } from './price'
import { type Order, orderQuery } from './queries'
import { RefundFacts } from './refund-facts'

/** One order: what it is, what can be done now, its money, what happened, and what staff did. */
export function Component() {
  const { id = '' } = useParams()
  return (
    <>
      <ScreenHead title={`주문 ${id}`} />
      <Ready query={useQuery(orderQuery(id))} shape="h-120">
        {(order) => <Parts order={order} />}
      </Ready>
    </>
  )
}

function Parts({ order }: { order: Order }) {
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid content-start gap-8">
        <OrderFacts order={order} />
        {order.approvals.map((approval) => (
          <Callout key={approval} tone="warn">
            환불이 두 번째 사람의 확인을 기다립니다.{' '}
            <Link to={`/console/approvals?open=${approval}`} className="underline underline-offset-4">
              승인 {approval} 보기
            </Link>
          </Callout>
        ))}
        <Alarms alarms={order.alarms} />
        <Part title="지금 할 수 있는 일">
          <OrderActions order={order} />
        </Part>
        {order.refund && (
          <Part title="환불">
            <RefundFacts refund={order.refund} />
          </Part>
        )}
        <Part title="결제 시도">
          <Payments payments={order.payments} />
        </Part>
        <Part title="메시지">
          <Messages order={order} />
        </Part>
      </div>
      <div className="grid content-start gap-8">
        <Part title="금액">
          <Price order={order} />
        </Part>
        <Part title="제공한 것">
          <Delivered order={order} />
        </Part>
        <Part title="흐름">
          <Timeline items={eventsOf(order)} />
        </Part>
        <ObjectRecord kind="order" id={order.id} />
      </div>
    </div>
  )
}
