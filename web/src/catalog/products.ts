import type { Plan } from '../api/types'
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
