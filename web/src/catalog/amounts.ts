import type { Plan, PlanPrice } from '../api/types'

/** As many as one order takes. */
const MOST = 20

export const isSoldOut = ({ state, stock }: Plan) => state === 'sold_out' || stock === 0

export const mostOf = ({ stock }: Plan) => Math.max(1, Math.min(MOST, stock ?? MOST))

/** The price of a period; of the first one where this plan is not sold for so long. */
export const priceFor = (plan: Plan, months: number): PlanPrice | undefined =>
  plan.prices.find((price) => price.months === months) ?? plan.prices[0]

/** Of the highest step that so many reach. */
export const percentFor = (plan: Plan, quantity: number) =>
  plan.quantityDiscounts.filter(({ minQuantity }) => quantity >= minQuantity).at(-1)?.percent ?? 0

export interface Reckoned {
  /** Paid month by month, one by one. */
  listAmount: number
  periodDiscount: number
  quantityDiscount: number
  amount: number
}

/** What the server's quote comes to before points, so that a total stands before it has answered. */
export function reckon(plan: Plan, price: PlanPrice, quantity: number): Reckoned {
  const whole = price.amount * quantity
  const quantityDiscount = Math.floor((whole * percentFor(plan, quantity)) / 100)
  const periodDiscount = price.saving * quantity
  return {
    listAmount: whole + periodDiscount,
    periodDiscount,
    quantityDiscount,
    amount: whole - quantityDiscount,
  }
}
