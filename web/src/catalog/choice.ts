import type { Plan } from '../api/types'
import { isSoldOut, maxQuantity, priceOfPeriod } from './amounts'
import type { Choice } from './checkout-path'
import { wholeNumber } from './paths'

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value =>
  values.find((value) => value === text) ?? (values[0] as Value)

/**
 * The choice in an address. If it names no plan, the first plan on sale is chosen, for its shortest period. A plan that
 * is no longer sold stays chosen, so that nobody pays for another one without having picked it.
 */
export function choiceIn(query: URLSearchParams, plans: Plan[], hasPaidBefore = false): Choice | null {
  const planId = wholeNumber(query.get('planId'))
  const plan = plans.find(({ id }) => id === planId) ?? plans.find((one) => !isSoldOut(one)) ?? plans[0]
  const price = plan && priceOfPeriod(plan, Number(query.get('months')))
  if (!plan || !price) return null
  return {
    planId: planId || plan.id,
    months: price.months,
    quantity: Math.min(Math.max(1, wholeNumber(query.get('quantity'))), maxQuantity(plan, hasPaidBefore)),
    payMethod: oneOf(['card', 'transfer', 'virtualAccount'], query.get('payMethod')),
    points: wholeNumber(query.get('points')),
    cashReceipt: oneOf(['none', 'income', 'expense'], query.get('cashReceipt')),
  }
}
