import type { Plan } from '../api/types'
import { Stepper } from '../ui/stepper'
import { discountPercent } from './amounts'
import { PRODUCTS } from './paths'

interface QuantityChoiceProps {
  plan: Plan
  max: number
  value: number
  onChange: (quantity: number) => void
}

export function QuantityChoice({ plan, max, value, onChange }: QuantityChoiceProps) {
  const hint = hintOf(plan, value, max)
  return (
    <div>
      <Stepper label="수량" value={value} min={1} max={max} onChange={onChange} />
      {hint && (
        <p className="mt-2 text-caption text-ink-2" aria-live="polite">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The current quantity discount, the quantity from which it grows, and the limit where somebody meets it. */
function hintOf(plan: Plan, quantity: number, max: number): string {
  const percent = discountPercent(plan, quantity)
  const next = plan.quantityDiscounts.find(({ minQuantity }) => minQuantity > quantity && minQuantity <= max)
  const { unit } = PRODUCTS[plan.kind]
  const later = plan.maxQuantityOfRegulars
  return [
    percent > 0 ? `수량 할인 ${percent}%가 적용되었습니다.` : '',
    next && next.percent > percent ? `${next.minQuantity}${unit}부터 ${next.percent}% 할인됩니다.` : '',
    quantity >= max && max > 1 ? `지금은 한 번에 ${max}${unit}까지 살 수 있습니다.` : '',
    quantity >= max && later > max ? `결제하고 7일이 지나면 카드로 ${later}${unit}까지 살 수 있습니다.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}
