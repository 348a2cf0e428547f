import type { Plan, PlanPrice, Quote } from '../api/types'
import { plainDay } from '../korean/dates'
import { figures, won } from '../korean/money'
import { Skeleton } from '../ui/skeleton'
import type { SummaryRow } from '../ui/summary-card'

const pending = <Skeleton className="inline-block h-4 w-20 align-middle" />

/** The price taken apart. What only the quote knows comes a moment later, in a place that is kept for it. */
export function summaryRows(plan: Plan, price: PlanPrice, quote: Quote | undefined): SummaryRow[] {
  const discount = quote ? quote.discountAmount : price.saving
  const stock = quote ? quote.stock : plan.stock
  return [
    { label: '상품', value: `${plan.name} · ${plan.region}` },
    {
      label: '이용 기간',
      value: (
        <>
          {price.months}개월
          <br />
          {quote ? `${plainDay(quote.periodFrom)} ~ ${plainDay(quote.periodUntil)}` : pending}
        </>
      ),
    },
    { label: '상품 금액', value: won(quote ? quote.listAmount : price.amount + price.saving) },
    ...(discount > 0 ? [{ label: '기간 할인', value: `−${won(discount)}` }] : []),
    { label: '공급가액', value: quote ? won(quote.supplyAmount) : pending },
    { label: '부가세', value: quote ? won(quote.vatAmount) : pending },
    ...(quote && quote.pointsEarned > 0
      ? [{ label: '적립 예정', value: `${figures(quote.pointsEarned)}포인트` }]
      : []),
    ...(stock !== null ? [{ label: '남은 IP', value: `${figures(stock)}개` }] : []),
  ]
}
