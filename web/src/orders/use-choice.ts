import { useCallback, useEffect, useState } from 'react'
import type { Plan } from '../api/types'
import { type Choice, checkoutPath, maxQuantity, priceOfPeriod } from '../catalog'
import type { Till } from '../catalog/paths'

/** What is chosen, kept in the address so that a reload or a way back finds it again. */
export function useChoice(till: Till, plans: Plan[], initial: Choice) {
  const [first] = useState(initial)
  const [choice, setChoice] = useState(first)
  const path = checkoutPath(till, choice)

  const choose = useCallback(
    (change: Partial<Choice>) => setChoice((now) => fitting({ ...now, ...change }, plans) ?? now),
    [plans],
  )

  useEffect(() => {
    // Beside the router: to it this would be another page, which begins at the top.
    if (choice !== first) window.history.replaceState(window.history.state, '', path)
  }, [choice, first, path])

  return { choice, choose }
}

/** Another plan may not be sold for so long, or have so many left. */
function fitting(choice: Choice, plans: Plan[]): Choice | null {
  const plan = plans.find(({ id }) => id === choice.planId)
  if (!plan) return null
  return {
    ...choice,
    months: priceOfPeriod(plan, choice.months)?.months ?? choice.months,
    quantity: Math.min(choice.quantity, maxQuantity(plan)),
  }
}
