import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { codeOf } from '../api/problem'
import { orderQuery } from '../history'
import { confirmQuery, type Receipt } from '../payments'
import { Outcome } from './outcome'
import { Checking, Refused } from './outcomes'
import { isUnderWay, lookAgainIn } from './queries'

/** After this time without an answer we also look at the order: the server may learn the outcome in another way. */
const LOOK_AFTER = 5_000

/** Has the server take the payment, and looks at the order until the outcome is known. */
export function Confirmation({ receipt }: { receipt: Receipt }) {
  const confirmed = useQuery(confirmQuery(receipt))
  const isSlow = useIsLaterThan(LOOK_AFTER)
  const looked = useQuery({
    ...orderQuery(receipt.orderId),
    enabled: confirmed.isPending ? isSlow : isUnderWay(confirmed.data?.state),
    refetchInterval: ({ state }) => lookAgainIn(state.data?.state ?? 'confirming'),
  })
  // Use whichever answer is further on: an order that was looked up early may lag behind the confirmation.
  const isBehind = looked.data?.state === 'awaiting_payment' || looked.data?.state === 'confirming'
  const order = isBehind ? (confirmed.data ?? looked.data) : (looked.data ?? confirmed.data)

  const refusal = confirmed.error
  if (refusal && order?.state !== 'paid')
    return <Refused orderId={receipt.orderId} detail={refusal.message} code={codeOf(refusal)} />
  if (!order) return <Checking isRetrying={confirmed.failureCount > 0} />
  return <Outcome order={order} isRetrying={looked.isError} isPaying />
}

function useIsLaterThan(milliseconds: number): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isLater
}
