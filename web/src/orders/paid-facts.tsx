import type { Order } from '../api/types'
import { methodOf, productOf, receiptName } from '../history'
import { contractPath } from '../history/paths'
import { dayAndTime } from '../korean/dates'
import { figures, won } from '../korean/money'
import { ButtonLink } from '../ui/button'
import { FactRows } from '../ui/fact-rows'
import { OutsideLink } from '../ui/outside-link'

/** The details of a payment, with links to the contract and the receipts. */
export function PaidFacts({ order }: { order: Order }) {
  const { orderId, amount, pointsUsed, pointsEarned, paidAt, receiptUrl, cashReceiptUrl } = order
  return (
    <section className="rounded-card bg-surface p-5 text-small">
      <h2 className="mb-3 text-body">결제 내용</h2>
      <FactRows
        rows={[
          { name: '주문번호', value: orderId },
          { name: '상품', value: productOf(order) },
          { name: '결제 금액', value: won(amount) },
          pointsUsed > 0 ? { name: '사용한 포인트', value: `${figures(pointsUsed)}포인트` } : null,
          { name: '결제수단', value: methodOf(order) },
          paidAt ? { name: '결제 일시', value: dayAndTime(paidAt) } : null,
          pointsEarned > 0 ? { name: '적립된 포인트', value: `${figures(pointsEarned)}포인트` } : null,
        ]}
      />
      <div className="mt-3 -ml-2 flex flex-wrap gap-x-2">
        <ButtonLink to={contractPath(orderId)} kind="text">
          계약 내용 보기
        </ButtonLink>
        {receiptUrl && <OutsideLink href={receiptUrl}>{receiptName(order)} 보기</OutsideLink>}
        {cashReceiptUrl && <OutsideLink href={cashReceiptUrl}>현금영수증 보기</OutsideLink>}
      </div>
    </section>
  )
}
