import type { Plan, PlanPrice } from '../api/types'

export const isSoldOut = ({ state, stock }: Plan) => state === 'sold_out' || stock === 0

/** The most that may be chosen. A member who has paid before may hold more until the payment. */
export const maxQuantity = (plan: Plan, hasPaidBefore = false) =>
  Math.max(1, hasPaidBefore ? plan.maxQuantityOfRegulars : plan.maxQuantity)

/** The plan's price for this period, or for its first period where it is not sold for this one. */
export const priceOfPeriod = (plan: Plan, months: number): PlanPrice | undefined =>
  plan.prices.find((price) => price.months === months) ?? plan.prices[0]

/** The discount of the highest step that this quantity reaches. */
export const discountPercent = (plan: Plan, quantity: number) =>
  plan.quantityDiscounts.filter(({ minQuantity }) => quantity >= minQuantity).at(-1)?.percent ?? 0

export interface Estimate {
  /** What the same would cost without any discount: paid monthly, and bought one at a time. */
  listAmount: number
  periodDiscount: number
  quantityDiscount: number
  amount: number
}

/** Works out the server's quote before points are used, so that a total can be shown until the quote arrives. */
export function estimate(plan: Plan, price: PlanPrice, quantity: number): Estimate {
  const whole = price.amount * quantity
  const quantityDiscount = Math.floor((whole * discountPercent(plan, quantity)) / 100)
  const periodDiscount = price.saving * quantity
  return {
    listAmount: whole + periodDiscount,
    periodDiscount,
    quantityDiscount,
    amount: whole - quantityDiscount,
  }
}
