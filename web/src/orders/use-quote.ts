import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Choice } from '../catalog'
import type { Till } from '../catalog/paths'
import { quoteAgainIn, quoteQuery } from './queries'

interface Shown {
  key: string
  amount: number
  /** The previous price of the same choice; `null` if it has not changed. */
  before: number | null
}

/** The quote for a choice, renewed while the page is open. `before` is the previous price if the price has changed. */
export function useQuote(till: Till, choice: Choice, catalogAmount: number) {
  const options = quoteQuery(till, choice)
  const quote = useQuery({ ...options, refetchInterval: ({ state }) => quoteAgainIn(state.data) })
  // Quoted without points, so that the limits for points do not depend on what is being typed.
  const withoutPoints = useQuery(quoteQuery(till, { ...choice, points: 0 }))

  const [shown, setShown] = useState<Shown | null>(null)
  const key = JSON.stringify(options.queryKey)
  const amount = quote.data?.amount
  if (amount !== undefined && (shown?.key !== key || shown.amount !== amount)) {
    // Before the first quote the page showed the catalogue's price, or none if points are spent.
    const previous = shown?.key === key ? shown.amount : choice.points > 0 ? amount : catalogAmount
    setShown({ key, amount, before: previous === amount ? null : previous })
  }
  return {
    quote: quote.data,
    limits: withoutPoints.data,
    error: quote.error,
    before: shown?.key === key ? shown.before : null,
  }
}
