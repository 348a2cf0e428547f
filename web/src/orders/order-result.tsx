import { useQuery } from '@tanstack/react-query'
import { orderQuery } from '../history'
import { useHydrated } from '../ui/hydrated'
import { Outcome } from './outcome'
import { Checking, Refused } from './outcomes'
import { lookAgainIn } from './queries'

/** The result of an order that needs no confirmation, such as one that was paid with points alone. */
export function OrderResult({ orderId }: { orderId: string }) {
  const isHydrated = useHydrated()
  const looked = useQuery({
    ...orderQuery(orderId),
    enabled: isHydrated,
    refetchInterval: ({ state }) => lookAgainIn(state.data?.state),
  })
  if (looked.data) return <Outcome order={looked.data} isRetrying={looked.isError} isPaying={false} />
  if (looked.error) return <Refused orderId={orderId} detail={looked.error.message} />
  return <Checking isRetrying={looked.failureCount > 0} />
}
