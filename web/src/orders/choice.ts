import type { Plan } from '../api/types'
import { type Choice, choiceIn } from '../catalog'

/** The choice in the address of a renewal, which always renews one service with its own plan. */
export function renewalIn(query: URLSearchParams, plan: Plan, serviceId: number): Choice | null {
  const choice = choiceIn(query, [plan])
  return choice && { ...choice, planId: plan.id, quantity: 1, serviceId }
}

/** Whether the payment counts as cash, so that the buyer may ask for a cash receipt (현금영수증). */
export const isCashLike = ({ payMethod }: Pick<Choice, 'payMethod'>) => payMethod !== 'card'
