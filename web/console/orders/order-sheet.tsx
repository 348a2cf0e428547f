import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../frame/button'
import { Ready } from '../frame/part'
import { Timeline } from '../frame/timeline'
import { eventsOf } from './events'
import { OrderFacts } from './order-facts'
import { orderQuery } from './queries'

/** What an order is and what happened to it; what can be done stands on its page. */
export function OrderSheet({ id }: { id: string }) {
  return (
    <Ready query={useQuery(orderQuery(id))} shape="h-80">
      {(order) => (
        <div className="grid gap-5">
          <OrderFacts order={order} />
          <div>
            <ButtonLink to={`/console/orders/${id}`}>주문 화면에서 처리하기</ButtonLink>
          </div>
          <Timeline items={eventsOf(order)} />
        </div>
      )}
    </Ready>
  )
}
