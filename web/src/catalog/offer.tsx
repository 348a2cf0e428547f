import { useState } from 'react'
import type { OpenOrders, Plan } from '../api/types'
import { useContentPage } from '../site'
import { maxQuantity, priceOfPeriod } from './amounts'
import { NotFor } from './not-for'
import { useOpenOrders } from './open-orders'
import { PRODUCTS } from './paths'
import { PaymentTypeChoice } from './payment-type-choice'
import { PeriodChoice } from './period-choice'
import { PlanChoice } from './plan-choice'
import { PlanFacts } from './plan-facts'
import { PlanSummary } from './plan-summary'
import { QuantityChoice } from './quantity-choice'
import { QuantityDiscounts } from './quantity-discounts'

/** The member's orders of this plan that wait for something. */
const ordersOf = (open: OpenOrders | undefined, plan: Plan) =>
  open?.items.filter(({ planId, state }) => planId === plan.id && state !== 'paid') ?? []

/** Everything about buying one product: the choices, and a summary whose total follows them. */
export function Offer({ plans, first }: { plans: Plan[]; first: Plan }) {
  const { texts } = useContentPage(PRODUCTS[first.kind].path.slice(1))
  const [planId, setPlanId] = useState(first.id)
  const [months, setMonths] = useState(first.prices[0]?.months ?? 1)
  const [chosen, setQuantity] = useState(1)
  const [paymentType, setPaymentType] = useState<'normal' | 'billing'>('normal')
  const plan = plans.find(({ id }) => id === planId) ?? first
  const price = priceOfPeriod(plan, months)
  const open = useOpenOrders()
  const max = maxQuantity(plan, open?.hasPaidBefore)
  const quantity = Math.min(chosen, max)
  return (
    <div className="max-lg:contents lg:mt-12 lg:grid lg:grid-cols-[1fr_380px] lg:gap-18">
      <div className="grid min-w-0 content-start gap-8 max-lg:mt-6 max-lg:pb-8 lg:gap-12">
        <PlanChoice plans={plans} value={plan.id} onChange={setPlanId} />
        <div>
          <PeriodChoice plan={plan} value={price?.months ?? null} onChange={setMonths} />
          {texts.pricesLead && <p className="mt-2 text-caption text-ink-2">{texts.pricesLead}</p>}
        </div>
        <QuantityChoice plan={plan} max={max} value={quantity} onChange={setQuantity} />
        {plan.kind !== 'ticket' && (
          <>
            <PaymentTypeChoice value={paymentType} onChange={setPaymentType} />
            <NotFor />
          </>
        )}
        <PlanFacts plan={plan}>
          {price && <QuantityDiscounts plan={plan} price={price} max={max} />}
        </PlanFacts>
      </div>
      {price && <PlanSummary {...{ plan, price, quantity, paymentType }} open={ordersOf(open, plan)} />}
    </div>
  )
}
