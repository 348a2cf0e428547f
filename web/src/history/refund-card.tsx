import type { Order } from '../api/types'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { Card } from '../ui/card'
import { classes } from '../ui/classes'
import { useRefundQuote } from './queries'
import { RefundCalculation } from './refund-calculation'
import { RefundForm } from './refund-form'
import { RefundProgress } from './refund-progress'

/** Requests a refund of an order or shows its progress. By design, it is no harder than buying. A mere offer is not printed. */
export function RefundCard({ order }: { order: Order }) {
  if (!order.refund && !order.mayRefund) return null
  return (
    <div
      id="refund"
      // The focus comes here with a link to this part.
      tabIndex={-1}
      className={classes('rounded-card', !order.refund && 'print:hidden')}
    >
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

/** Shows how much would be refunded and why, and only then the form to request it. */
function RefundRequest({ order }: { order: Order }) {
  const requestQuote = useRefundQuote(order.orderId)
  const quote = requestQuote.data
  return (
    <div className="grid justify-items-stretch gap-5">
      {!quote && (
        <p className="max-w-text text-ink-2 text-small">
          지금 환불하시면 돌려받으실 금액을 먼저 계산해 보여 드립니다. 금액을 확인하는 것만으로는 아무것도
          바뀌지 않습니다.
        </p>
      )}
      {requestQuote.error && <Callout tone="danger">{requestQuote.error.message}</Callout>}
      {quote ? (
        <>
          <RefundCalculation key={`calculation-${quote.quote}`} quote={quote} order={order} />
          <RefundForm key={quote.quote} order={order} quote={quote} onRequote={() => requestQuote.mutate()} />
        </>
      ) : (
        <Button
          kind="quiet"
          size="small"
          className="justify-self-start"
          loading={requestQuote.isPending}
          onClick={() => requestQuote.mutate()}
        >
          환불 금액 확인하기
        </Button>
      )}
    </div>
  )
}
