import type { PlanPrice } from '../api/types'
import { won } from '../korean/money'
import { ChoiceTiles } from '../ui/choice-tiles'
import { Price } from '../ui/price'

interface PeriodChoiceProps {
  prices: PlanPrice[]
  value: number | null
  onChange: (months: number) => void
}

/** The whole amount first, VAT included; what it makes per month and saves stands small beside it. */
export function PeriodChoice({ prices, value, onChange }: PeriodChoiceProps) {
  const choices = prices.map(({ months, amount, monthly, saving }) => ({
    value: months,
    title: `${months}개월`,
    note: saving > 0 && `${won(saving)} 절약`,
    aside: (
      <>
        <Price amount={amount} />
        {months > 1 && <span className="block text-caption text-ink-2">한 달에 {won(monthly)}</span>}
      </>
    ),
  }))
  return <ChoiceTiles legend="이용 기간 (부가세 포함)" choices={choices} value={value} onChange={onChange} />
}
