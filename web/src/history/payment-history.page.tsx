import { MypageFrame } from '../members'
import { usePageData } from '../pages/use-page-data'
import { hasPage, Troubles, useConfig } from '../site'
import { ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { Pagination } from '../ui/pagination'
import { OrderRow } from './order-row'
import { paymentHistory } from './pages'
import { historyPath } from './paths'

export default function PaymentHistory() {
  const [{ orders }, { page }] = usePageData(paymentHistory)
  return (
    <MypageFrame title="결제내역">
      <Troubles of={['shop', 'payment']} className="mb-6" />
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

const SHOPS = [
  { to: '/static-ip', label: '고정 IP 보기' },
  { to: '/dynamic-ip', label: '유동 IP 보기' },
]

/** Shown instead of an empty page of the history. A member without any order gets a link to the shop. */
function NothingYet({ hasOrders }: { hasOrders: boolean }) {
  const config = useConfig()
  const shop = SHOPS.find(({ to }) => hasPage(to, config))
  if (hasOrders)
    return (
      <EmptyState action={<ButtonLink to={historyPath(1)}>처음으로</ButtonLink>}>
        이 페이지에는 내역이 없습니다.
      </EmptyState>
    )
  return (
    <EmptyState action={shop && <ButtonLink to={shop.to}>{shop.label}</ButtonLink>}>
      아직 결제하신 내역이 없습니다.
    </EmptyState>
  )
}
