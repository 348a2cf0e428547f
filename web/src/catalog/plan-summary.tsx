import type { Plan, PlanPrice } from '../api/types'
import { won } from '../korean/money'
import { Button, ButtonLink } from '../ui/button'
import { SummaryCard } from '../ui/summary-card'

/** Where the checkout finds what was chosen here. */
export const checkoutPath = (plan: Plan, price: PlanPrice) =>
  `/static-ip/payment/normal?${new URLSearchParams({ planId: String(plan.id), months: String(price.months) })}`

export function PlanSummary({ plan, price }: { plan: Plan; price: PlanPrice }) {
  const isSoldOut = plan.stock === 0
  const rows = [
    { label: '상품', value: plan.name },
    { label: '통신사', value: `${plan.carrier} · ${plan.region}` },
    { label: '이용 기간', value: `${price.months}개월` },
    { label: '등록 기기', value: `${plan.deviceLimit}대까지` },
    ...(price.saving > 0 ? [{ label: '1개월씩 결제할 때보다', value: `${won(price.saving)} 절약` }] : []),
  ]
  return (
    <SummaryCard
      title="선택한 상품"
      rows={rows}
      totalLabel="결제 금액 (부가세 포함)"
      total={price.amount}
      note={
        isSoldOut
          ? '현재 배정 가능한 IP가 없습니다. 고객센터로 문의해 주세요.'
          : '다음 화면에서 이용 기간과 금액을 확인한 뒤 결제합니다.'
      }
      action={
        isSoldOut ? (
          <Button wide disabled>
            품절
          </Button>
        ) : (
          <ButtonLink wide to={checkoutPath(plan, price)}>
            구매하기
          </ButtonLink>
        )
      }
    />
  )
}
