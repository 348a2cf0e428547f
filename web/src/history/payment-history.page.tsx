import { useSuspenseQuery } from '@tanstack/react-query'
import { pageNumber } from '../page-number'
import { MypageFrame } from '../site/mypage-frame'
import { Pagination } from '../ui/pagination'
import { useQueryString } from '../ui/query'
import { NothingYet } from './nothing-yet'
import { OrderRow } from './order-row'
import { historyPath } from './paths'
import { ordersQuery } from './queries'

export default function PaymentHistory() {
  const page = pageNumber(useQueryString())
  const { data: orders } = useSuspenseQuery(ordersQuery(page))
  return (
    <MypageFrame title="결제내역">
      {orders.items.length === 0 ? (
        <NothingYet hasOrders={orders.total > 0} />
      ) : (
        <ul className="grid gap-4">
          {orders.items.map((order) => (
            <OrderRow key={order.orderId} order={order} />
          ))}
        </ul>
      )}
      <Pagination page={page} pageSize={orders.pageSize} total={orders.total} pathOf={historyPath} />
    </MypageFrame>
  )
}
