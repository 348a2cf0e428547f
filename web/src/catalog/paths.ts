import { path } from '../api/path'
import type { OrderChoice, Plan } from '../api/types'
import type { Feature } from '../pages/page'

export type Kind = Plan['kind']

interface Product {
  kind: Kind
  name: string
  path: string
  /** The operator's switch for it. */
  feature: Feature
  /** Counted in it: `3개`, `5장`. */
  unit: string
}

export const PRODUCTS: Record<Kind, Product> = {
  static: {
    kind: 'static',
    name: '고정 IP VPN',
    path: '/static-ip',
    feature: 'sttcYn',
    unit: '개',
  },
  dynamic: {
    kind: 'dynamic',
    name: '유동 IP VPN',
    path: '/dynamic-ip',
    feature: 'dynmYn',
    unit: '개',
  },
  ticket: {
    kind: 'ticket',
    name: 'IP 교체권',
    path: '/ip-ticket',
    feature: 'ticketYn',
    unit: '장',
  },
}

/** What is sold at this address or below it. */
export const productAt = (pathname: string): Product =>
  Object.values(PRODUCTS).find(({ path }) => pathname === path || pathname.startsWith(`${path}/`)) ??
  PRODUCTS.static

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

/** What can be bought now of one kind. */
export const plansApi = (kind: Plan['kind']) => path('/api/v1/catalog/plans', { kind })
