import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Order } from '../api/types'
import { noteChange } from '../history'

/** Marks cached data of the member as outdated whenever the order reaches a state that changes it. */
export function useRefreshOnNews(order: Order) {
  const client = useQueryClient()
  const { orderId, state } = order
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per state, not per answer
  useEffect(() => {
    if (state !== 'confirming' && state !== 'awaiting_payment') noteChange(client, order)
  }, [client, orderId, state])
}
