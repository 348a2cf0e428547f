import { useContext } from 'react'
import type { OpenOrder, Plan, PlanPrice } from '../api/types'
import { orderPath } from '../history/paths'
import { won } from '../korean/money'
import { Button, ButtonLink } from '../ui/button'
import { Callout } from '../ui/callout'
import { LeadsNowhere } from '../ui/leads-nowhere'
import { SummaryCard, type SummaryRow } from '../ui/summary-card'
import { estimate, isSoldOut } from './amounts'
import { checkoutPath } from './checkout-path'
import { DevicesAtOnce } from './devices-at-once'
import { OpenOrderNotes } from './open-orders'
import { type CheckoutOf, PRODUCTS, tillOf } from './paths'
import { inOneLine } from './words'

interface PlanSummaryProps {
  plan: Plan
  price: PlanPrice
  quantity: number
  paymentType: CheckoutOf['paymentType']
  /** The member's orders of this plan that wait for something. */
  open: OpenOrder[]
}

export function PlanSummary({ plan, price, quantity, paymentType, open }: PlanSummaryProps) {
  const till = tillOf(plan.kind, paymentType)
  const isNotForSubIds = useContext(LeadsNowhere)(till.path)
  const choice = { planId: plan.id, months: price.months, quantity }
  // The last address may be the one that waits for this member's payment.
  const own = open.find(({ state }) => state === 'awaiting_payment')
  const isGone = isSoldOut(plan) && !own
  return (
    <SummaryCard
      title="선택한 상품"
      rows={rowsOf(plan, price, quantity, paymentType)}
      rowsOnWideOnly
      totalLabel={
        <>
          <span className="max-lg:hidden">결제 금액 (부가세 포함)</span>
          <span className="lg:hidden">
            {inOneLine(plan, price.months, quantity)} <span className="whitespace-nowrap">(부가세 포함)</span>
          </span>
        </>
      }
      total={estimate(plan, price, quantity).amount}
      problem={
        isNotForSubIds ? (
          <Callout tone="info">{BY_OWNER}</Callout>
        ) : (
          <>
            <OpenOrderNotes orders={open} />
            {isGone && <Callout tone="warn">{SOLD_OUT[plan.kind]}</Callout>}
          </>
        )
      }
      note={
        !isGone &&
        !isNotForSubIds &&
        `다음 화면에서 ${plan.kind === 'ticket' ? '수량' : '이용 기간'}과 금액을 확인한 뒤 결제합니다.`
      }
      action={
        isNotForSubIds ? null : isGone ? (
          <Button wide disabled>
            품절
          </Button>
        ) : isSoldOut(plan) && own ? (
          <ButtonLink wide to={orderPath(own.orderId)}>
            주문 이어서 결제하기
          </ButtonLink>
        ) : (
          <ButtonLink wide to={checkoutPath(till, choice)}>
            구매하기
          </ButtonLink>
        )
      }
    />
  )
}

/** For a sub-id, for whom no checkout is there. */
const BY_OWNER = '서브 아이디로는 구매하실 수 없습니다. 서브 아이디를 만든 회원이 구매할 수 있습니다.'

const SOLD_OUT: Record<Plan['kind'], string> = {
  static: '현재 배정 가능한 IP가 없습니다. 고객센터로 문의해 주세요.',
  dynamic: '지금은 품절되었습니다. 고객센터로 문의해 주세요.',
  ticket: '지금은 품절되었습니다. 고객센터로 문의해 주세요.',
}

function rowsOf(plan: Plan, price: PlanPrice, quantity: number, paymentType: string): SummaryRow[] {
  const { unit } = PRODUCTS[plan.kind]
  const isTicket = plan.kind === 'ticket'
  const { periodDiscount, quantityDiscount } = estimate(plan, price, quantity)
  const rows: (SummaryRow | false)[] = [
    { label: '상품', value: plan.name },
    plan.carrier !== '' && { label: '통신사', value: `${plan.carrier} · ${plan.region}` },
    isTicket
      ? { label: '사용 기한', value: `구매 후 ${price.months}개월` }
      : { label: '이용 기간', value: `${price.months}개월` },
    { label: '수량', value: `${quantity}${unit}` },
    !isTicket && { label: 'IP 1개당 기기', value: <DevicesAtOnce of={plan} /> },
    !isTicket && { label: '결제 방식', value: paymentType === 'billing' ? '정기결제' : '기간 결제' },
    periodDiscount > 0 && { label: '1개월씩 결제할 때보다', value: `${won(periodDiscount)} 절약` },
    quantityDiscount > 0 && { label: '수량 할인', value: `−${won(quantityDiscount)}` },
  ]
  return rows.filter((row) => row !== false)
}
