import { FactList } from '../frame/fact-list'
import { Money } from '../frame/money'
import type { Order } from './queries'

/** How the price comes about: what it was, what came off, and the tax that is in it. */
export function Price({ order }: { order: Order }) {
  const { discountAmount, quantityDiscountAmount, pointsUsed } = order
  const lengthDiscount = discountAmount - quantityDiscountAmount
  return (
    <FactList
      facts={[
        { label: '상품 금액', value: <Money won={order.listAmount} /> },
        lengthDiscount > 0 && { label: '기간 할인', value: <Money won={-lengthDiscount} /> },
        quantityDiscountAmount > 0 && { label: '수량 할인', value: <Money won={-quantityDiscountAmount} /> },
        pointsUsed > 0 && { label: '사용한 포인트', value: <Money won={-pointsUsed} /> },
        {
          label: '결제 금액',
          value: (
            <b>
              <Money won={order.amount} />
            </b>
          ),
        },
        { label: '공급가액', value: <Money won={order.supplyAmount} /> },
        { label: '부가세', value: <Money won={order.vatAmount} /> },
        {
          label: '적립 예정',
          value: <span className="figures">{order.pointsEarned.toLocaleString()}P</span>,
        },
      ]}
    />
  )
}
