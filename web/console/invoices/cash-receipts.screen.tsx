import { DeclaredList } from '../desk/declared-list'
import { ButtonLink } from '../frame/button'
import type { CashReceipt } from './queries'

const own = {
  orderId: ({ orderId }: CashReceipt) => (
    <span translate="no" className="address">
      {orderId}
    </span>
  ),
}

/** Cash receipts that payments asked for; the provider issues them with the payment. */
export function Component() {
  return (
    <DeclaredList<CashReceipt>
      list="cash-receipts"
      title="현금영수증"
      own={own}
      idOf={({ orderId }) => orderId}
      pageOf={({ orderId }) => `/console/orders/${orderId}`}
      empty={<p>아직 없습니다. 회원이 계좌로 결제하며 현금영수증을 신청하면 여기에 나타납니다.</p>}
      sheetTitle={(id) => `주문 ${id}`}
      sheet={(id) => (
        <div className="grid justify-items-start gap-4">
          <p>
            현금영수증은 결제대행사가 결제와 함께 발급하고 환불하면 취소합니다. ‘확인 필요’는 발급 결과가 아직
            오지 않은 것입니다.
          </p>
          <ButtonLink to={`/console/orders/${id}`}>주문 보기</ButtonLink>
        </div>
      )}
    />
  )
}
