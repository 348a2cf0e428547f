import type { Plan } from '../api/types'
import { Stepper } from '../ui/stepper'
import { discountPercent, maxQuantity } from './amounts'
import { PRODUCTS } from './paths'

interface QuantityChoiceProps {
  plan: Plan
  value: number
  onChange: (quantity: number) => void
}

export function QuantityChoice({ plan, value, onChange }: QuantityChoiceProps) {
  const hint = hintOf(plan, value)
  return (
    <div>
      <Stepper label="수량" value={value} min={1} max={maxQuantity(plan)} onChange={onChange} />
      {hint && (
        <p className="mt-2 text-caption text-ink-2" aria-live="polite">
          {hint}
        </p>
      )}
    </div>
  )
}

/** The current quantity discount, and the quantity from which it grows. */
function hintOf(plan: Plan, quantity: number): string {
  const percent = discountPercent(plan, quantity)
  const next = plan.quantityDiscounts.find(({ minQuantity }) => minQuantity > quantity)
  const { unit } = PRODUCTS[plan.kind]
  return [
    percent > 0 ? `수량 할인 ${percent}%가 적용되었습니다.` : '',
    next && next.percent > percent ? `${next.minQuantity}${unit}부터 ${next.percent}% 할인됩니다.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}
