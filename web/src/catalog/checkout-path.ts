import type { OrderChoice } from '../api/types'
import type { Till } from './paths'

export type PayMethod = NonNullable<OrderChoice['payMethod']>
export type CashReceipt = 'none' | 'income' | 'expense'

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
