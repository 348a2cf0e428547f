import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Choice } from '../catalog'
import type { Till } from '../catalog/paths'
import { quoteAgainIn, quoteQuery } from './queries'

interface Shown {
  key: string
  amount: number
  /** What the same choice cost a moment ago, where it was something else. */
  before: number | null
}

/** What the choice costs now, renewed as long as the page is open; `before` says that the price has changed. */
export function useQuote(till: Till, choice: Choice, estimated: number) {
  const options = quoteQuery(till, choice)
  const quote = useQuery({ ...options, refetchInterval: ({ state }) => quoteAgainIn(state.data) })
  // Whose limits for points hold whatever is being typed.
  const whole = useQuery(quoteQuery(till, { ...choice, points: 0 }))

  const [shown, setShown] = useState<Shown | null>(null)
  const key = JSON.stringify(options.queryKey)
  const amount = quote.data?.amount
  if (amount !== undefined && (shown?.key !== key || shown.amount !== amount)) {
    // Until the first answer the catalogue's price stood there; points change it by design.
    const stood = shown?.key === key ? shown.amount : choice.points > 0 ? amount : estimated
    setShown({ key, amount, before: stood === amount ? null : stood })
  }
  return {
    quote: quote.data,
    limits: whole.data,
    error: quote.error,
    isPending: quote.isPending && quote.fetchStatus !== 'idle',
    before: shown?.key === key ? shown.before : null,
  }
}
