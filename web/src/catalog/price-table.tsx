import type { Plan } from '../api/types'
import { won } from '../korean/money'
import { Price } from '../ui/price'

/** A row for each period, the amount that is paid first; under 640 px each row becomes a block. */
export function PriceTable({ plan }: { plan: Plan }) {
  return (
    <table className="figures w-full max-sm:block">
      <caption className="sr-only">{plan.name} 이용 기간별 요금 (부가세 포함)</caption>
      <thead className="max-sm:sr-only">
        <tr className="border-ink border-b-2 text-left text-small">
          <th scope="col" className="py-3 font-semibold">
            이용 기간
          </th>
          <th scope="col" className="py-3 text-right font-semibold">
            결제 금액 (부가세 포함)
          </th>
          <th scope="col" className="py-3 text-right font-semibold text-ink-2">
            한 달에
          </th>
          <th scope="col" className="py-3 text-right font-semibold text-ink-2">
            1개월씩 결제할 때보다
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {plan.prices.map(({ months, amount, monthly, saving }) => (
          <tr
            key={months}
            className="border-line border-b max-sm:flex max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-3 max-sm:py-4"
          >
            <th scope="row" className="py-5 text-left font-semibold text-lead max-sm:grow max-sm:p-0">
              {months}개월
            </th>
            <td className="text-right">
              <Price amount={amount} size="large" />
            </td>
            <td className="text-right text-ink-2 max-sm:w-full max-sm:text-small">
              <span className="sm:hidden">한 달에 </span>
              {won(monthly)}
            </td>
            <td className="text-right text-ink-2 max-sm:w-full max-sm:text-small">
              {saving > 0 ? `${won(saving)} 절약` : <span className="max-sm:hidden">-</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
