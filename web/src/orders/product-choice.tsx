import type { Plan, PlanPrice, Quote } from '../api/types'
import { type Choice, PeriodChoice, PlanChoice, QuantityChoice } from '../catalog'
import type { Till } from '../catalog/paths'
import { PaymentTypeLinks } from './payment-type-links'
import { RenewedService } from './renewed-service'

interface ProductChoiceProps {
  till: Till
  plans: Plan[]
  plan: Plan
  price: PlanPrice
  choice: Choice
  quote: Quote | undefined
  onChange: (change: Partial<Choice>) => void
}

/** Chooses plan, period and quantity; for a renewal, only the period. */
export function ProductChoice({ till, plans, plan, price, choice, quote, onChange }: ProductChoiceProps) {
  const periods = (
    <PeriodChoice plan={plan} value={price.months} onChange={(months) => onChange({ months })} />
  )
  if (choice.serviceId)
    return (
      <>
        <RenewedService id={choice.serviceId} quote={quote} />
        {periods}
      </>
    )
  return (
    <>
      {till.kind !== 'ticket' && <PaymentTypeLinks till={till} choice={choice} />}
      <PlanChoice plans={plans} value={plan.id} onChange={(planId) => onChange({ planId })} />
      {periods}
      <QuantityChoice plan={plan} value={choice.quantity} onChange={(quantity) => onChange({ quantity })} />
    </>
  )
}
