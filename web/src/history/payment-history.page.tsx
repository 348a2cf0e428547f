import { usePageData } from '../pages/use-page-data'
import { MypageFrame } from '../site'
import { Pagination } from '../ui/pagination'
import { NothingYet } from './nothing-yet'
import { OrderRow } from './order-row'
import { paymentHistory } from './pages'
import { historyPath } from './paths'

export default function PaymentHistory() {
  const [{ orders }, { page }] = usePageData(paymentHistory)
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
      <Pagination page={page} list={orders} pathOf={historyPath} />
    </MypageFrame>
  )
}
