import { useQuery } from '@tanstack/react-query'
import { failureCode, failureQuery } from '../payments'
import { useHydrated } from '../ui/hydrated'
import { useQueryString } from '../ui/query'
import { lastOrder } from './last-order'
import { AlreadyPaid, Checking, Refused } from './outcomes'
import { lookAgainIn } from './queries'
import { WaitingForDeposit } from './waiting-for-deposit'

const CANCELLED = '결제를 취소하셨습니다. 금액은 청구되지 않았습니다.'

/**
 * The provider's window leads here when nothing was paid. What its address says is not shown: anybody can
 * write an address. The code tells the server, and the server has the words.
 */
export default function PaymentFail() {
  const query = useQueryString()
  const isHydrated = useHydrated()
  const code = failureCode(query.get('code')) ?? 'UNKNOWN'
  // A buyer's cancel comes back without the order's number.
  const orderId = query.get('orderId') ?? (isHydrated ? (lastOrder()?.orderId ?? null) : null)
  const report = useQuery({
    ...failureQuery(orderId ?? '', code),
    enabled: isHydrated && orderId !== null,
    refetchInterval: ({ state }) => lookAgainIn(state.data?.state),
  })

  const order = report.data
  if (order?.state === 'awaiting_deposit') return <WaitingForDeposit order={order} />
  if (!isHydrated || report.isLoading || lookAgainIn(order?.state)) return <Checking isTroubled={false} />
  if (order?.state === 'paid') return <AlreadyPaid orderId={order.orderId} />
  const isCancel = code === 'PAY_PROCESS_CANCELED' || code === 'USER_CANCEL'
  return <Refused orderId={orderId} detail={order?.failure?.detail ?? (isCancel ? CANCELLED : undefined)} />
}
