import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { MypageFrame } from '../members'
import { useHydrated } from '../ui/hydrated'
import { useQueryString } from '../ui/query'
import { DepositCard } from './deposit-card'
import { NoOrder } from './no-order'
import { OrderFacts } from './order-facts'
import { OrderHead } from './order-head'
import { PriceLines } from './price-lines'
import { isMoving, LOOK_EVERY, orderQuery } from './queries'
import { RefundCard } from './refund-card'
import { TaxInvoiceCard } from './tax-invoice-card'

export default function OrderDetail() {
  const orderId = useQueryString().get('orderId')
  if (!orderId) return <NoOrder />
  return (
    <MypageFrame title="주문 상세">
      <Detail key={orderId} orderId={orderId} />
    </MypageFrame>
  )
}

/** The details of an order, reloaded regularly while it may change by itself. */
function Detail({ orderId }: { orderId: string }) {
  const isHydrated = useHydrated()
  const { data: order } = useSuspenseQuery(orderQuery(orderId))
  useQuery({ ...orderQuery(orderId), enabled: isHydrated && isMoving(order), refetchInterval: LOOK_EVERY })
  return (
    <div data-print className="grid gap-6 lg:grid-cols-[7fr_5fr] lg:grid-rows-[auto_1fr]">
      <p className="hidden font-bold text-title-s print:block">주문 상세</p>
      <div className="grid min-w-0 gap-6">
        <OrderHead order={order} />
        {order.state === 'awaiting_deposit' && order.deposit && (
          <DepositCard order={order} deposit={order.deposit} />
        )}
      </div>
      <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <PriceLines order={order} />
      </div>
      <div className="grid min-w-0 content-start gap-6">
        <OrderFacts order={order} />
        <TaxInvoiceCard order={order} />
        <RefundCard order={order} />
      </div>
    </div>
  )
}
