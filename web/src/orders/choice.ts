import type { Plan, PlanPrice } from '../api/types'

/** What is being bought, as the address of the checkout carries it. */
export interface Choice {
  planId: number
  months: number
}

export const CHECKOUT = '/static-ip/payment/normal'

export const checkoutPath = (choice: Partial<Choice>) => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(choice)) query.set(name, String(value))
  const search = query.toString()
  return search ? `${CHECKOUT}?${search}` : CHECKOUT
}

/** What the address asks for where it is on sale; else the first that is, for its shortest period. */
export function choiceIn(query: URLSearchParams, plans: Plan[]): Choice | null {
  const plan =
    plans.find(({ id }) => String(id) === query.get('planId')) ??
    plans.find(({ stock }) => stock !== 0) ??
    plans[0]
  if (!plan) return null
  const price = priceFor(plan, Number(query.get('months')))
  return price ? { planId: plan.id, months: price.months } : null
}

/** The price of a period; of the first one where this plan is not sold for so long. */
export const priceFor = (plan: Plan, months: number): PlanPrice | undefined =>
  plan.prices.find((price) => price.months === months) ?? plan.prices[0]
