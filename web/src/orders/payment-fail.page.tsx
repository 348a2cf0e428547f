import { useQuery } from '@tanstack/react-query'
import { failureCode, failureQuery, isCancel } from '../payments'
import { useHydrated } from '../ui/hydrated'
import { useQueryString } from '../ui/query'
import { lastOrder } from './last-order'
import { AlreadyPaid, Checking, Refused } from './outcomes'
import { lookAgainIn } from './queries'
import { WaitingForDeposit } from './waiting-for-deposit'

const CANCELLED = '결제를 취소하셨습니다. 금액은 청구되지 않았습니다.'

/**
 * The provider's window leads here when nothing was paid. The message in the address is not shown, because anybody can
 * write an address: its code goes to the server, whose explanation is shown instead.
 */
export default function PaymentFail() {
  const query = useQueryString()
  const isHydrated = useHydrated()
  const code = failureCode(query.get('code')) ?? 'UNKNOWN'
  // When the buyer cancels, the provider does not name the order.
  const orderId = query.get('orderId') ?? (isHydrated ? (lastOrder.get()?.orderId ?? null) : null)
  const report = useQuery({
    ...failureQuery(orderId ?? '', code),
    enabled: isHydrated && orderId !== null,
    refetchInterval: ({ state }) => lookAgainIn(state.data?.state),
  })

  const order = report.data
  if (order?.state === 'awaiting_deposit') return <WaitingForDeposit order={order} />
  if (!isHydrated || report.isLoading || lookAgainIn(order?.state)) return <Checking isRetrying={false} />
  if (order?.state === 'paid') return <AlreadyPaid orderId={order.orderId} />
  return (
    <Refused orderId={orderId} detail={order?.failure?.detail ?? (isCancel(code) ? CANCELLED : undefined)} />
  )
}
