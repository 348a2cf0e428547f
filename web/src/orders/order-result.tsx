import { useQuery } from '@tanstack/react-query'
import { orderQuery } from '../history'
import { useHydrated } from '../ui/hydrated'
import { Outcome } from './outcome'
import { Checking, Refused } from './outcomes'
import { lookAgainIn } from './queries'

/** Of an order that nothing has to be done for any more, such as one that points have paid. */
export function OrderResult({ orderId }: { orderId: string }) {
  const isHydrated = useHydrated()
  const looked = useQuery({
    ...orderQuery(orderId),
    enabled: isHydrated,
    refetchInterval: ({ state }) => lookAgainIn(state.data?.state),
  })
  if (looked.data) return <Outcome order={looked.data} isTroubled={looked.isError} isTried={false} />
  if (looked.error) return <Refused orderId={orderId} detail={looked.error.message} />
  return <Checking isTroubled={looked.failureCount > 0} />
}
