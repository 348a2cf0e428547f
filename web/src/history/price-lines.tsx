import type { Order } from '../api/types'
import { figures, won } from '../korean/money'
import { Card } from '../ui/card'
import { type FactRow, FactRows } from '../ui/fact-rows'

const minus = (name: string, amount: number): FactRow | null =>
  amount > 0 ? { name, value: `−${won(amount)}` } : null

/** The states of an order that ended without a payment: nothing was charged, and nothing will be earned. */
const UNPAID: Order['state'][] = ['failed', 'expired', 'cancelled']

const totalOf = ({ state }: Order) => (UNPAID.includes(state) ? '주문 금액' : '결제 금액')

/** The rows from the list price to the amount paid, or that would have been. */
export const priceRows = (order: Order): (FactRow | null)[] => {
  const { listAmount, discountAmount, quantityDiscountAmount, pointsUsed, amount } = order
  return [
    { name: '상품 금액', value: won(listAmount) },
    minus('기간 할인', discountAmount - quantityDiscountAmount),
    minus('수량 할인', quantityDiscountAmount),
    pointsUsed > 0 ? { name: '포인트 사용', value: `−${figures(pointsUsed)}포인트` } : null,
    { name: totalOf(order), value: won(amount), isTotal: true },
    { name: '공급가액', value: won(order.supplyAmount) },
    { name: '부가세', value: won(order.vatAmount) },
  ]
}

export function PriceLines({ order }: { order: Order }) {
  const isPaid = order.paidAt !== null
  return (
    <Card title={totalOf(order)}>
      <FactRows rows={priceRows(order)} />
      {order.pointsEarned > 0 && order.refund === null && !UNPAID.includes(order.state) && (
        <p className="figures mt-4 border-line border-t pt-4 text-caption text-ink-2">
          {figures(order.pointsEarned)}포인트 {isPaid ? '적립' : '적립 예정'}
        </p>
      )}
    </Card>
  )
}
