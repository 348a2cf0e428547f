import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Order } from '../api/types'
import { noteOrderChange } from '../catalog'
import { noteChange } from '../history'
import { Checking, Refunded, Refused } from './outcomes'
import { Paid } from './paid'
import { WaitingForDeposit } from './waiting-for-deposit'

interface OutcomeProps {
  order: Order
  /** The last request for the order failed. */
  isRetrying: boolean
  /** A payment is under way, so an unpaid order may still be paid. */
  isPaying: boolean
}

/** Shows an order according to its state, whichever way it is paid. */
export function Outcome({ order, isRetrying, isPaying }: OutcomeProps) {
  useRefreshOnNews(order)
  switch (order.state) {
    case 'paid':
      return <Paid order={order} />
    case 'awaiting_deposit':
      return <WaitingForDeposit order={order} />
    case 'confirming':
      return <Checking isRetrying={isRetrying} outcomeBy={order.outcomeBy} />
    case 'awaiting_payment':
      return isPaying ? (
        <Checking isRetrying={isRetrying} />
      ) : (
        <Refused orderId={order.orderId} detail={undefined} />
      )
    case 'refunding':
    case 'refunded':
      return <Refunded order={order} />
    default:
      return <Refused orderId={order.orderId} detail={order.failure?.detail ?? ENDED[order.state]} />
  }
}

const ENDED: Partial<Record<Order['state'], string>> = {
  expired: '기한이 지나 주문이 취소되었습니다. 금액은 청구되지 않았으니 다시 주문해 주세요.',
  cancelled: '취소된 주문입니다. 금액은 청구되지 않았습니다.',
}

/** Marks cached data of the member as outdated whenever the order reaches a state that changes it. */
function useRefreshOnNews(order: Order) {
  const client = useQueryClient()
  const { orderId, state } = order
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per state, not per answer
  useEffect(() => {
    if (state !== 'confirming' && state !== 'awaiting_payment') noteChange(client, order)
    noteOrderChange(client)
  }, [client, orderId, state])
}
