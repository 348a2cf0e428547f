import { type Choice, checkoutPath } from '../catalog'
import type { Till } from '../catalog/paths'

const KEY = 'ieum:last-order'

/** The order that this tab went to pay for. A buyer's cancel comes back without its number. */
export type LastOrder = Choice & { orderId: string }

export function rememberOrder(order: LastOrder): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(order))
  } catch {
    // Storage is switched off: the hold then runs out by itself, and the choice is made again.
  }
}

export function lastOrder(): LastOrder | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as LastOrder | null
  } catch {
    return null
  }
}

/** Back to the checkout, with what was chosen for this order if it is the last one of this tab. */
export function wayBack(till: Till, orderId: string | null): { to: string; isKept: boolean } {
  const last = lastOrder()
  if (!last || (orderId !== null && last.orderId !== orderId)) return { to: till.path, isKept: false }
  const { orderId: _, ...choice } = last
  return { to: checkoutPath(till, choice), isKept: true }
}
