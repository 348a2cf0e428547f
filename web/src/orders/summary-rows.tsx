import type { Plan, PlanPrice, Quote, SiteConfig } from '../api/types'
import { type Choice, DevicesAtOnce, estimate } from '../catalog'
import { PRODUCTS, type Till } from '../catalog/paths'
import { plainDay } from '../korean/dates'
import { figures, won } from '../korean/money'
import { Skeleton } from '../ui/skeleton'
import type { SummaryRow } from '../ui/summary-card'
import { isDeposit } from './terms-of-sale'

const pending = <Skeleton className="inline-block h-4 w-20 align-middle" />

interface Quoted {
  quote: Quote | undefined
  /** Whether points can be spent on this order. */
  hasPoints: boolean
  till: Till
  config: Pick<SiteConfig, 'pointYn'>
}

/**
 * The price, itemised. Values that only the quote has are placeholders until it arrives: the consents stand below these
 * rows, and a row that came or went while somebody presses a box would take the box away from under the finger.
 */
export function summaryRows(
  plan: Plan,
  price: PlanPrice,
  choice: Choice,
  { quote, hasPoints, till, config }: Quoted,
): SummaryRow[] {
  const isTicket = plan.kind === 'ticket'
  const { unit } = PRODUCTS[plan.kind]
  const catalog = estimate(plan, price, choice.quantity)
  const byQuantity = quote ? quote.quantityDiscountAmount : catalog.quantityDiscount
  const byPeriod = quote ? quote.discountAmount - quote.quantityDiscountAmount : catalog.periodDiscount
  const isReduced = byPeriod > 0 || byQuantity > 0 || hasPoints
  const days = quote ? `${plainDay(quote.periodFrom)} ~ ${plainDay(quote.periodUntil)}` : pending
  // A renewal goes on where the service ends, whenever it is paid before that.
  const beginsWithDeposit = !choice.serviceId && isDeposit(till, choice, quote?.amount ?? null)
  const rows: (SummaryRow | false)[] = [
    { label: '상품', value: [plan.name, plan.region].filter(Boolean).join(' · ') },
    isTicket
      ? { label: '사용 기한', value: quote ? `${plainDay(quote.periodUntil)}까지` : pending }
      : {
          label: choice.serviceId ? '연장 기간' : '이용 기간',
          value: beginsWithDeposit ? (
            `입금이 확인된 날부터 ${price.months}개월`
          ) : (
            <>
              {price.months}개월 <span className="inline-block">({days})</span>
            </>
          ),
        },
    !isTicket && { label: 'IP 1개당 기기', value: <DevicesAtOnce of={plan} /> },
    (isTicket || choice.quantity > 1) && { label: '수량', value: `${choice.quantity}${unit}` },
    // Without a discount this is the total, which stands below.
    isReduced && {
      label: '상품 금액',
      value: won(quote ? quote.listAmount : catalog.listAmount),
      // The total and the points that are taken off it say it, too.
      isSpare: byPeriod === 0 && byQuantity === 0,
    },
    byPeriod > 0 && { label: '기간 할인', value: `−${won(byPeriod)}` },
    byQuantity > 0 && { label: '수량 할인', value: `−${won(byQuantity)}` },
    hasPoints && { label: '포인트 사용', value: quote ? pointsOff(quote.pointsUsed) : pending },
    {
      label: '공급가액 + 부가세',
      value: quote ? `${won(quote.supplyAmount)} + ${won(quote.vatAmount)}` : pending,
    },
    (quote ? quote.pointsEarned > 0 : config.pointYn === 'Y') && {
      label: '적립 예정',
      value: quote ? `${figures(quote.pointsEarned)}포인트` : pending,
    },
  ]
  return rows.filter((row) => row !== false)
}

const pointsOff = (points: number) => (points > 0 ? `−${figures(points)}포인트` : '0포인트')
