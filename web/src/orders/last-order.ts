import { type Choice, checkoutPath } from '../catalog'
import type { Till } from '../catalog/paths'

const KEY = 'ieum:last-order'

/** The order this tab last went to pay for. A buyer who cancels comes back without its number in the address. */
export type LastOrder = Choice & { orderId: string }

export function rememberOrder(order: LastOrder): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(order))
  } catch {
    // Storage is switched off: after a cancel the address is held until it times out, and the buyer chooses again.
  }
}

export function lastOrder(): LastOrder | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as LastOrder | null
  } catch {
    return null
  }
}

/** The address of the checkout, with the choice kept if this order is the last one of this tab. */
export function wayBack(till: Till, orderId: string | null): { to: string; keepsChoice: boolean } {
  const last = lastOrder()
  if (!last || (orderId !== null && last.orderId !== orderId)) return { to: till.path, keepsChoice: false }
  const { orderId: _, ...choice } = last
  return { to: checkoutPath(till, choice), keepsChoice: true }
}
