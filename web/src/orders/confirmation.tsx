import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Problem } from '../api/problem'
import type { Order } from '../api/types'
import { memberQuery } from '../members/member'
import { confirmQuery, type Receipt } from '../payments/queries'
import { Checking, GivenBack, Refused } from './outcomes'
import { Paid } from './paid'
import { isUnderWay, orderQuery } from './queries'

const LOOK_EVERY = 2_000
/** The provider may take a minute to answer; the server finds out in other ways meanwhile. */
const SLOW = 5_000

/** Asks the server to take the money, and goes on asking until it is known what became of it. */
export function Confirmation({ receipt }: { receipt: Receipt }) {
  const confirmed = useQuery(confirmQuery(receipt))
  const isSlow = useIsLaterThan(SLOW)
  const looked = useQuery({
    ...orderQuery(receipt.orderId),
    enabled: confirmed.isPending ? isSlow : isUnderWay(confirmed.data?.state),
    refetchInterval: ({ state }) => isUnderWay(state.data?.state ?? 'confirming') && LOOK_EVERY,
  })
  // Whichever of the two knows how it ended.
  const order = isUnderWay(looked.data?.state)
    ? (confirmed.data ?? looked.data)
    : (looked.data ?? confirmed.data)
  useNews(order)

  const refusal = confirmed.error
  if (refusal && order?.state !== 'paid') {
    const code = refusal instanceof Problem ? refusal.code : undefined
    return <Refused orderId={receipt.orderId} detail={refusal.message} code={code} />
  }
  if (!order) return <Checking isTroubled={confirmed.failureCount > 0} />
  switch (order.state) {
    case 'paid':
      return <Paid order={order} />
    case 'awaiting_payment':
    case 'confirming':
      return <Checking isTroubled={looked.isError} />
    case 'refunding':
    case 'refunded':
      return <GivenBack order={order} />
    default:
      return <Refused orderId={order.orderId} detail={order.failure?.detail} />
  }
}

function useIsLaterThan(milliseconds: number): boolean {
  const [isLater, setLater] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isLater
}

/** A purchase changes what the shell and 이용현황 show of the member. */
function useNews(order: Order | undefined) {
  const client = useQueryClient()
  const isPaid = order?.state === 'paid'
  useEffect(() => {
    if (!isPaid) return
    void client.invalidateQueries({ queryKey: memberQuery.queryKey })
    client.removeQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/v1/services?') })
  }, [client, isPaid])
}
