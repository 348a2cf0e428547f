import { type Choice, checkoutPath } from '../catalog'
import type { Till } from '../catalog/paths'
import { stored } from '../ui/browser-storage'

export type LastOrder = Choice & { orderId: string }

/** The order this tab last went to pay for. A buyer who cancels comes back without its number in the address. */
export const lastOrder = stored<LastOrder>('sessionStorage', 'ieum:last-order')

/** The address of the checkout, with the choice kept if this order is the last one of this tab. */
export function wayBack(till: Till, orderId: string | null): { to: string; keepsChoice: boolean } {
  const last = lastOrder.get()
  if (!last || (orderId !== null && last.orderId !== orderId)) return { to: till.path, keepsChoice: false }
  const { orderId: _, ...choice } = last
  return { to: checkoutPath(till, choice), keepsChoice: true }
}
