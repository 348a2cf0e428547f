import type { Order } from '../api/types'
import { dayAndTime } from '../korean/dates'
import { namesOf } from '../services'
import { ButtonLink } from '../ui/button'
import { Card } from '../ui/card'
import { FactRows } from '../ui/fact-rows'
import { OutsideLink } from '../ui/outside-link'
import { contractPath } from './paths'
import { methodOf, periodNameOf, periodOf, receiptName } from './words'

/** The facts of an order, with links to its receipts and its contract. */
export function OrderFacts({ order }: { order: Order }) {
  const { orderId, paidAt, services, receiptUrl, cashReceiptUrl } = order
  return (
    <Card title="주문 내용">
      <FactRows
        rows={[
          { name: '주문번호', value: orderId },
          { name: periodNameOf(order), value: periodOf(order) },
          { name: '배정된 IP', value: namesOf(services) },
          { name: '결제수단', value: methodOf(order) },
          { name: '결제 일시', value: paidAt && dayAndTime(paidAt) },
        ]}
      />
      {paidAt && (
        <div className="mt-4 -mb-3 border-line border-t pt-2">
          <div className="-mx-2 flex flex-wrap">
            {receiptUrl && <OutsideLink href={receiptUrl}>{receiptName(order)} 보기</OutsideLink>}
            {cashReceiptUrl && <OutsideLink href={cashReceiptUrl}>현금영수증 보기</OutsideLink>}
            <ButtonLink to={contractPath(orderId)} kind="text">
              계약 내용 보기
            </ButtonLink>
          </div>
        </div>
      )}
    </Card>
  )
}
