import type { OrderChoice } from '../api/types'
import type { Till } from './paths'

export type PayMethod = NonNullable<OrderChoice['payMethod']>
export type CashReceipt = 'none' | 'income' | 'expense'

/** What is bought and how it is paid; the checkout's address carries it as its query. */
export interface Choice {
  planId: number
  months: number
  quantity: number
  payMethod: PayMethod
  points: number
  cashReceipt: CashReceipt
  /** The service that is renewed. */
  serviceId?: number
}

const USUAL: Partial<Choice> = { quantity: 1, payMethod: 'card', points: 0, cashReceipt: 'none' }

/** The checkout's address for this choice. Usual values are left out of it. */
export function checkoutPath({ path }: Till, choice: Partial<Choice>): string {
  const unusual = Object.entries(choice).filter(
    ([name, value]) => value !== undefined && USUAL[name as keyof Choice] !== value,
  )
  return unusual.length > 0 ? `${path}?${unusual.map(([name, value]) => `${name}=${value}`).join('&')}` : path
}
