import type { Plan, PlanPrice } from '../api/types'
import { won } from '../korean/money'
import { Fold } from '../ui/fold'
import { estimate } from './amounts'
import { PRODUCTS } from './paths'

/** The price of one when several are bought at once; draws nothing if nobody can buy so many that it counts. */
export function QuantityDiscounts({ plan, price, max }: { plan: Plan; price: PlanPrice; max: number }) {
  const offered = plan.quantityDiscounts.filter(({ minQuantity }) => minQuantity <= max)
  if (offered.length === 0) return null
  const { unit } = PRODUCTS[plan.kind]
  const steps = [{ minQuantity: 1, percent: 0 }, ...offered]
  return (
    <Fold title={<h3 className="font-semibold text-small tracking-normal">수량 할인</h3>}>
      <p className="text-ink-2 text-small">
        {plan.kind === 'ticket'
          ? ''
          : `${price.months}개월 기준이며, 기간 할인을 뺀 금액에서 더 할인됩니다. `}
        한 번에 사는 수량에 적용됩니다.
      </p>
      <table className="figures mt-4 w-full">
        <caption className="sr-only">한 번에 사는 수량별 할인율과 한 {unit} 가격 (부가세 포함)</caption>
        <thead>
          <tr className="border-ink border-b-2 text-left text-small">
            <th scope="col" className="py-3 font-semibold">
              수량
            </th>
            <th scope="col" className="py-3 text-right font-semibold">
              할인
            </th>
            <th scope="col" className="py-3 text-right font-semibold">
              한 {unit}에
            </th>
          </tr>
        </thead>
        <tbody>
          {steps.map(({ minQuantity, percent }, place) => (
            <tr key={minQuantity} className="border-line border-b">
              <th scope="row" className="py-3 text-left font-medium">
                {rangeOf(minQuantity, steps[place + 1]?.minQuantity, unit)}
              </th>
              <td className="py-3 text-right text-ink-2">{percent > 0 ? `${percent}%` : '-'}</td>
              <td className="py-3 text-right font-semibold">
                {won(Math.floor(estimate(plan, price, minQuantity).amount / minQuantity))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Fold>
  )
}

/** `1~4개`, `5개 이상`, `1개`. */
function rangeOf(from: number, next: number | undefined, unit: string): string {
  if (next === undefined) return `${from}${unit} 이상`
  return next - 1 > from ? `${from}~${next - 1}${unit}` : `${from}${unit}`
}
