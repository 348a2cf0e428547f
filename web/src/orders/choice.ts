import type { Plan } from '../api/types'
import { type Choice, isSoldOut, maxQuantity, priceOfPeriod } from '../catalog'
import { wholeNumber } from './paths'

const oneOf = <Value extends string>(values: readonly Value[], said: string | null): Value =>
  values.find((value) => value === said) ?? (values[0] as Value)

/**
 * What the address asks for; where it names no plan the first on sale, for its shortest period. A plan that is not sold any
 * more stays the chosen one, so that nobody pays for another without having picked it.
 */
export function choiceIn(query: URLSearchParams, plans: Plan[]): Choice | null {
  const asked = wholeNumber(query.get('planId'))
  const plan = plans.find(({ id }) => id === asked) ?? plans.find((one) => !isSoldOut(one)) ?? plans[0]
  const price = plan && priceOfPeriod(plan, Number(query.get('months')))
  if (!plan || !price) return null
  return {
    planId: asked || plan.id,
    months: price.months,
    quantity: Math.min(Math.max(1, wholeNumber(query.get('quantity'))), maxQuantity(plan)),
    payMethod: oneOf(['card', 'transfer', 'virtualAccount'], query.get('payMethod')),
    points: wholeNumber(query.get('points')),
    cashReceipt: oneOf(['none', 'income', 'expense'], query.get('cashReceipt')),
  }
}

/** The same for a service that is prolonged, which is always by its own plan. */
export function renewalIn(query: URLSearchParams, plan: Plan, serviceId: number): Choice | null {
  const choice = choiceIn(query, [plan])
  return choice && { ...choice, planId: plan.id, quantity: 1, serviceId }
}

/** Bought as one chose it; of a bank's payment it has to be known whether a receipt is wanted. */
export const isCashLike = ({ payMethod }: Pick<Choice, 'payMethod'>) => payMethod !== 'card'
