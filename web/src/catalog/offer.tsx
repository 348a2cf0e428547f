import { useState } from 'react'
import type { Plan } from '../api/types'
import { maxQuantity, priceOfPeriod } from './amounts'
import { PaymentTypeChoice } from './payment-type-choice'
import { PeriodChoice } from './period-choice'
import { PeriodPrices } from './period-prices'
import { PlanChoice } from './plan-choice'
import { PlanFacts } from './plan-facts'
import { PlanSummary } from './plan-summary'
import { QuantityChoice } from './quantity-choice'
import { QuantityDiscounts } from './quantity-discounts'

/** Everything about buying one product: the choices, and a summary whose total follows them. */
export function Offer({ plans, first }: { plans: Plan[]; first: Plan }) {
  const [planId, setPlanId] = useState(first.id)
  const [months, setMonths] = useState(first.prices[0]?.months ?? 1)
  const [chosen, setQuantity] = useState(1)
  const [paymentType, setPaymentType] = useState<'normal' | 'billing'>('normal')
  const plan = plans.find(({ id }) => id === planId) ?? first
  const price = priceOfPeriod(plan, months)
  const quantity = Math.min(chosen, maxQuantity(plan))
  return (
    <div className="mt-12 grid gap-12 lg:grid-cols-[1fr_380px] lg:gap-18">
      <div className="grid min-w-0 content-start gap-12">
        <PlanChoice plans={plans} value={plan.id} onChange={setPlanId} />
        <PeriodChoice plan={plan} value={price?.months ?? null} onChange={setMonths} />
        <QuantityChoice plan={plan} value={quantity} onChange={setQuantity} />
        {plan.kind !== 'ticket' && <PaymentTypeChoice value={paymentType} onChange={setPaymentType} />}
        <PeriodPrices plan={plan} />
        {price && <QuantityDiscounts plan={plan} price={price} />}
        <PlanFacts plan={plan} />
      </div>
      {price && <PlanSummary {...{ plan, price, quantity, paymentType }} />}
    </div>
  )
}
