import { path } from '../api/path'
import type { OrderChoice, Plan } from '../api/types'
import type { SwitchName } from '../pages/page'

export type Kind = Plan['kind']

export const OPEN_ORDERS_API = '/api/v1/open-orders'

export interface Product {
  kind: Kind
  name: string
  path: string
  /** The operator's switch for it. */
  switchedBy: SwitchName
  /** The Korean counting word: `3개`, `5장`. */
  unit: string
}

export const PRODUCTS: Record<Kind, Product> = {
  static: {
    kind: 'static',
    name: '고정 IP VPN',
    path: '/static-ip',
    switchedBy: 'sttcYn',
    unit: '개',
  },
  dynamic: {
    kind: 'dynamic',
    name: '유동 IP VPN',
    path: '/dynamic-ip',
    switchedBy: 'dynmYn',
    unit: '개',
  },
  ticket: {
    kind: 'ticket',
    name: 'IP 교체권',
    path: '/ip-ticket',
    switchedBy: 'ticketYn',
    unit: '장',
  },
}

/** The product that is sold at this address or below it. */
export const productAt = (pathname: string): Product =>
  Object.values(PRODUCTS).find(({ path }) => pathname === path || pathname.startsWith(`${path}/`)) ??
  PRODUCTS.static

/** One of the checkouts: what it sells, whether it is paid once or repeatedly, and its path. */
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

/** The checkout of a path, which may also be the path of its result pages. */
export const tillAt = (pathname: string): Till =>
  tillOf(productAt(pathname).kind, pathname.includes('/payment/billing') ? 'billing' : 'normal')

/** Whether this is the path of a checkout or of one of its result pages. */
export const isAtTill = (pathname: string) =>
  Object.values(PRODUCTS).some(({ path }) => pathname.startsWith(`${path}/payment`))

/** The checkout for a new purchase that an address leads to, with its query; `null` for any other address. */
export function purchaseAt(address: string): { till: Till; query: URLSearchParams } | null {
  const [pathname = '', search = ''] = address.split('?')
  const till = tillAt(pathname)
  const query = new URLSearchParams(search)
  return till.path === pathname && !query.has('serviceId') ? { till, query } : null
}

/** A query's number of up to nine digits; 0 for anything else. */
export const wholeNumber = (text: string | null) => (/^\d{1,9}$/.test(text ?? '') ? Number(text) : 0)

/** The plans of one kind that are on sale now. */
export const plansApi = (kind: Plan['kind']) => path('/api/v1/catalog/plans', { kind })
