import type { Plan } from '../api/types'
import { won } from '../korean/money'
import { ChoiceTiles } from '../ui/choice-tiles'
import { Price } from '../ui/price'

interface PeriodChoiceProps {
  plan: Plan
  value: number | null
  onChange: (months: number) => void
}

/**
 * Choosing a period. The full amount with VAT comes first; the amount per month and the saving stand small beside it.
 */
export function PeriodChoice({ plan, value, onChange }: PeriodChoiceProps) {
  const isTicket = plan.kind === 'ticket'
  const choices = plan.prices.map(({ months, amount, monthly, saving }) => ({
    value: months,
    title: isTicket ? '1장' : `${months}개월`,
    note: isTicket ? `구매한 날부터 ${months}개월 안에 사용` : saving > 0 && `${won(saving)} 절약`,
    aside: (
      <>
        <Price amount={amount} />
        {months > 1 && !isTicket && (
          <span className="block text-caption text-ink-2">한 달에 {won(monthly)}</span>
        )}
      </>
    ),
  }))
  const legend = isTicket ? '가격 (부가세 포함)' : '이용 기간 (부가세 포함)'
  return <ChoiceTiles legend={legend} choices={choices} value={value} onChange={onChange} />
}
