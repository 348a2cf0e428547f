import { useContext } from 'react'
import type { Plan, PlanPrice } from '../api/types'
import { won } from '../korean/money'
import { Button, ButtonLink } from '../ui/button'
import { Callout } from '../ui/callout'
import { LeadsNowhere } from '../ui/leads-nowhere'
import { SummaryCard, type SummaryRow } from '../ui/summary-card'
import { estimate, isSoldOut } from './amounts'
import { checkoutPath } from './checkout-path'
import { type CheckoutOf, PRODUCTS, tillOf } from './paths'
import { inOneLine } from './words'

interface PlanSummaryProps {
  plan: Plan
  price: PlanPrice
  quantity: number
  paymentType: CheckoutOf['paymentType']
}

export function PlanSummary({ plan, price, quantity, paymentType }: PlanSummaryProps) {
  const till = tillOf(plan.kind, paymentType)
  const isNotForSubIds = useContext(LeadsNowhere)(till.path)
  const choice = { planId: plan.id, months: price.months, quantity }
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
          isSoldOut(plan) && <Callout tone="warn">{SOLD_OUT[plan.kind]}</Callout>
        )
      }
      note={
        !isSoldOut(plan) &&
        !isNotForSubIds &&
        `다음 화면에서 ${plan.kind === 'ticket' ? '수량' : '이용 기간'}과 금액을 확인한 뒤 결제합니다.`
      }
      action={
        isNotForSubIds ? null : isSoldOut(plan) ? (
          <Button wide disabled>
            품절
          </Button>
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
    !isTicket && { label: '등록 기기', value: `하나에 ${plan.deviceLimit}대까지` },
    !isTicket && { label: '결제 방식', value: paymentType === 'billing' ? '정기결제' : '기간 결제' },
    periodDiscount > 0 && { label: '1개월씩 결제할 때보다', value: `${won(periodDiscount)} 절약` },
    quantityDiscount > 0 && { label: '수량 할인', value: `−${won(quantityDiscount)}` },
  ]
  return rows.filter((row) => row !== false)
}
