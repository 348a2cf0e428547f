import type { OrderChoice, Plan } from '../api/types'
import { GOODS, goodsAt, type Kind } from '../catalog/goods'
import { isSoldOut, mostOf, priceFor } from '../catalog/reckoning'

type PaymentType = OrderChoice['paymentType']
export type PayMethod = NonNullable<OrderChoice['payMethod']>
export type CashReceipt = 'none' | 'income' | 'expense'

/** Where something is paid for: what, and once or again and again. */
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

/** The till of a checkout's address, or of where its window leads back to. */
export const tillAt = (pathname: string): Till =>
  tillOf(goodsAt(pathname).kind, pathname.includes('/payment/billing') ? 'billing' : 'normal')

/** What is being bought and how it is paid, as the address of the checkout carries it. */
export interface Choice {
  planId: number
  months: number
  quantity: number
  payMethod: PayMethod
  points: number
  cashReceipt: CashReceipt
  /** The service that is prolonged. */
  serviceId?: number
}

const USUAL: Partial<Choice> = { quantity: 1, payMethod: 'card', points: 0, cashReceipt: 'none' }

/** What is as usual stays out of it. */
export function checkoutPath({ path }: Till, choice: Partial<Choice>): string {
  const said = Object.entries(choice).filter(
    ([name, value]) => value !== undefined && USUAL[name as keyof Choice] !== value,
  )
  return said.length > 0 ? `${path}?${said.map(([name, value]) => `${name}=${value}`).join('&')}` : path
}

const oneOf = <Value extends string>(values: readonly Value[], said: string | null): Value =>
  values.find((value) => value === said) ?? (values[0] as Value)

const wholeNumber = (said: string | null) => (/^\d{1,9}$/.test(said ?? '') ? Number(said) : 0)

export const serviceIdIn = (query: URLSearchParams): number | null =>
  wholeNumber(query.get('serviceId')) || null

/**
 * What the address asks for; where it names no plan the first on sale, for its shortest period. A plan that is not sold any
 * more stays the chosen one, so that nobody pays for another without having picked it.
 */
export function choiceIn(query: URLSearchParams, plans: Plan[]): Choice | null {
  const asked = wholeNumber(query.get('planId'))
  const plan = plans.find(({ id }) => id === asked) ?? plans.find((one) => !isSoldOut(one)) ?? plans[0]
  const price = plan && priceFor(plan, Number(query.get('months')))
  if (!plan || !price) return null
  return {
    planId: asked || plan.id,
    months: price.months,
    quantity: Math.min(Math.max(1, wholeNumber(query.get('quantity'))), mostOf(plan)),
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
