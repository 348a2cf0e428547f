import { useState } from 'react'
import type { OpenOrder, Plan } from '../api/types'
import { OpenOrderNotes, useOpenOrders } from '../catalog'

const isPaid = ({ state }: OpenOrder) => state === 'paid'

/** The buyer's orders that wait for something, and that of this plan which was paid while the checkout was open. */
export function OpenHere({ plan }: { plan: Plan }) {
  const orders = useOpenOrders()?.items ?? []
  const [paidBefore] = useState(() => new Set(orders.filter(isPaid).map(({ orderId }) => orderId)))
  const isNews = (order: OpenOrder) =>
    !isPaid(order) || (order.planId === plan.id && !paidBefore.has(order.orderId))
  return <OpenOrderNotes orders={orders.filter(isNews)} />
}
