import type { OrderChoice } from '../api/types'
import { type Kind, PRODUCTS, productAt } from './products'

/** Where something is paid for: what, and once or again and again. */
export interface Till {
  kind: Kind
  paymentType: NonNullable<OrderChoice['paymentType']>
  path: string
}

export type CheckoutOf = Pick<Till, 'kind' | 'paymentType'>

export const tillOf = (kind: Kind, paymentType: Till['paymentType']): Till => ({
  kind,
  paymentType,
  path: `${PRODUCTS[kind].path}/payment${kind === 'ticket' ? '' : `/${paymentType}`}`,
})

/** The till of a checkout's address, or of where its window leads back to. */
export const tillAt = (pathname: string): Till =>
  tillOf(productAt(pathname).kind, pathname.includes('/payment/billing') ? 'billing' : 'normal')
