import { useQuery } from '@tanstack/react-query'
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
          <Timeline items={eventsOf(order)} />
        </div>
      )}
    </Ready>
  )
}
