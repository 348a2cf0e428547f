import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Order } from '../api/types'
import { noteChange } from '../history'

/** What is settled changes what the shell and mypage show of the member: all of it is read anew when next shown. */
export function useNews(order: Order) {
  const client = useQueryClient()
  const { orderId, state } = order
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for every state, not for every answer
  useEffect(() => {
    if (state !== 'confirming' && state !== 'awaiting_payment') noteChange(client, order)
  }, [client, orderId, state])
}
