import { useCallback, useEffect, useState } from 'react'
import type { Plan } from '../api/types'
import { type Choice, checkoutPath, maxQuantity, priceOfPeriod, useOpenOrders } from '../catalog'
import type { Till } from '../catalog/paths'

/** The choice at the checkout, kept in the address so that it survives a reload and the way back. */
export function useChoice(till: Till, plans: Plan[], initial: Choice) {
  const hasPaidBefore = useOpenOrders()?.hasPaidBefore ?? false
  const [first] = useState(initial)
  const [choice, setChoice] = useState(first)
  const path = checkoutPath(till, choice)

  const choose = useCallback(
    (change: Partial<Choice>) =>
      setChoice((now) => fitToPlan({ ...now, ...change }, plans, hasPaidBefore) ?? now),
    [plans, hasPaidBefore],
  )

  useEffect(() => {
    // Not through the router, which would take this for a new page and scroll to the top.
    if (choice !== first) window.history.replaceState(window.history.state, '', path)
  }, [choice, first, path])

  return { choice, choose }
}

/** Adapts period and quantity to the plan; `null` if the plan is not sold. */
function fitToPlan(choice: Choice, plans: Plan[], hasPaidBefore: boolean): Choice | null {
  const plan = plans.find(({ id }) => id === choice.planId)
  if (!plan) return null
  return {
    ...choice,
    months: priceOfPeriod(plan, choice.months)?.months ?? choice.months,
    quantity: Math.min(choice.quantity, maxQuantity(plan, hasPaidBefore)),
  }
}
