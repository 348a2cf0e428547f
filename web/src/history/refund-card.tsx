import type { Order } from '../api/types'
import { Card } from '../ui/card'
import { RefundProgress } from './refund-progress'
import { RefundRequest } from './refund-request'

/** Requests a refund of an order or shows its progress. By design, it is no harder than buying. */
export function RefundCard({ order }: { order: Order }) {
  if (!order.refund && !order.mayRefund) return null
  return (
    <div id="refund">
      <Card title="환불">
        {order.refund ? (
          <RefundProgress orderId={order.orderId} refund={order.refund} />
        ) : (
          <RefundRequest order={order} />
        )}
      </Card>
    </div>
  )
}
