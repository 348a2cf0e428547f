import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Problem } from '../api/problem'
import { orderQuery } from '../history'
import { confirmQuery, type Receipt } from '../payments'
import { Outcome } from './outcome'
import { Checking, Refused } from './outcomes'
import { isUnderWay, lookAgainIn } from './queries'

/** The provider may take a minute to answer; the server finds out in other ways meanwhile. */
const SLOW = 5_000

/** Asks the server to take the money, and goes on asking until it is known what became of it. */
export function Confirmation({ receipt }: { receipt: Receipt }) {
  const confirmed = useQuery(confirmQuery(receipt))
  const isSlow = useIsLaterThan(SLOW)
  const looked = useQuery({
    ...orderQuery(receipt.orderId),
    enabled: confirmed.isPending ? isSlow : isUnderWay(confirmed.data?.state),
    refetchInterval: ({ state }) => lookAgainIn(state.data?.state ?? 'confirming'),
  })
  // Whichever of the two knows how it ended; one that waits for its deposit knows more than one that is confirmed.
  const isBehind = looked.data?.state === 'awaiting_payment' || looked.data?.state === 'confirming'
  const order = isBehind ? (confirmed.data ?? looked.data) : (looked.data ?? confirmed.data)

  const refusal = confirmed.error
  if (refusal && order?.state !== 'paid') {
    const code = refusal instanceof Problem ? refusal.code : undefined
    return <Refused orderId={receipt.orderId} detail={refusal.message} code={code} />
  }
  if (!order) return <Checking isTroubled={confirmed.failureCount > 0} />
  return <Outcome order={order} isTroubled={looked.isError} isTried />
}

function useIsLaterThan(milliseconds: number): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isLater
}
