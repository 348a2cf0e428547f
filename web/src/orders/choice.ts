import type { OrderChoice, Plan } from '../api/types'
import { GOODS, goodsAt, type Kind } from '../catalog/goods'
import { isSoldOut, mostOf, priceFor } from '../catalog/reckoning'

type PaymentType = OrderChoice['paymentType']
export type PayMethod = NonNullable<OrderChoice['payMethod']>
export type CashReceipt = 'none' | 'income' | 'expense'

/** One of the checkouts: what it sells, whether it is paid once or repeatedly, and its path. */
export interface Till {
  kind: Kind
  paymentType: NonNullable<PaymentType>
  path: string
}

export type CheckoutOf = Pick<Till, 'kind' | 'paymentType'>

export const tillOf = (kind: Kind, paymentType: Till['paymentType']): Till => ({
  kind,
  paymentType,
  path: `${GOODS[kind].path}/payment${kind === 'ticket' ? '' : `/${paymentType}`}`,
})

/** The checkout of a path, which may also be the path of its result pages. */
export const tillAt = (pathname: string): Till =>
  tillOf(goodsAt(pathname).kind, pathname.includes('/payment/billing') ? 'billing' : 'normal')

/** What is bought and how it is paid, as in the query of a checkout's address. */
export interface Choice {
  planId: number
  months: number
  quantity: number
  payMethod: PayMethod
  points: number
  cashReceipt: CashReceipt
  /** The service to renew; absent for a new purchase. */
  serviceId?: number
}

const DEFAULTS: Partial<Choice> = { quantity: 1, payMethod: 'card', points: 0, cashReceipt: 'none' }

/** The address of a checkout with this choice. Default values are left out. */
export function checkoutPath({ path }: Till, choice: Partial<Choice>): string {
  const parameters = Object.entries(choice).filter(
    ([name, value]) => value !== undefined && DEFAULTS[name as keyof Choice] !== value,
  )
  return parameters.length > 0
    ? `${path}?${parameters.map(([name, value]) => `${name}=${value}`).join('&')}`
    : path
}

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value =>
  values.find((value) => value === text) ?? (values[0] as Value)

const wholeNumber = (text: string | null) => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : 0)

export const serviceIdIn = (query: URLSearchParams): number | null =>
  wholeNumber(query.get('serviceId')) || null

/**
 * The choice in an address. If it names no plan, the first plan on sale is chosen, for its shortest period. A plan that
 * is no longer sold stays chosen, so that nobody pays for another one without having picked it.
 */
export function choiceIn(query: URLSearchParams, plans: Plan[]): Choice | null {
  const planId = wholeNumber(query.get('planId'))
  const plan = plans.find(({ id }) => id === planId) ?? plans.find((one) => !isSoldOut(one)) ?? plans[0]
  const price = plan && priceFor(plan, Number(query.get('months')))
  if (!plan || !price) return null
  return {
    planId: planId || plan.id,
    months: price.months,
    quantity: Math.min(Math.max(1, wholeNumber(query.get('quantity'))), mostOf(plan)),
    payMethod: oneOf(['card', 'transfer', 'virtualAccount'], query.get('payMethod')),
    points: wholeNumber(query.get('points')),
    cashReceipt: oneOf(['none', 'income', 'expense'], query.get('cashReceipt')),
  }
}

/** The choice in the address of a renewal, which always renews one service with its own plan. */
export function renewalIn(query: URLSearchParams, plan: Plan, serviceId: number): Choice | null {
  const choice = choiceIn(query, [plan])
  return choice && { ...choice, planId: plan.id, quantity: 1, serviceId }
}

/** Whether the payment counts as cash, so that the buyer may ask for a cash receipt (현금영수증). */
export const isCashLike = ({ payMethod }: Pick<Choice, 'payMethod'>) => payMethod !== 'card'
