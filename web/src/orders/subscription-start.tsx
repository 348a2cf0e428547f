import { useQuery } from '@tanstack/react-query'
import { Problem } from '../api/problem'
import { orderQuery } from '../history'
import { failureQuery } from '../payments'
import { type CardReceipt, registrationQuery } from '../subscriptions'
import { useHydrated } from '../ui/hydrated'
import { Outcome } from './outcome'
import { Checking, Refused } from './outcomes'
import { lookAgainIn } from './queries'
import { startQuery } from './recurring'

interface SubscriptionStartProps {
  orderId: string
  /** Of the card that was registered on the way here. */
  receipt: CardReceipt | null
  /** Of one that was registered before. */
  cardId: number | null
}

const NO_CARD = 'CARD_NOT_REGISTERED'

/** Registers the card where that is still to be done, then charges the first period; asking twice does no harm. */
export function SubscriptionStart({ orderId, receipt, cardId }: SubscriptionStartProps) {
  const isHydrated = useHydrated()
  const registered = useQuery({
    ...registrationQuery(receipt ?? { authKey: '', customerKey: '' }),
    enabled: isHydrated && receipt !== null,
  })
  // Without a card nobody pays: what is held goes back on sale at once.
  useQuery({ ...failureQuery(orderId, NO_CARD), enabled: registered.isError })
  const charged = receipt ? registered.data?.id : (cardId ?? undefined)
  const started = useQuery({
    ...startQuery(orderId, charged ?? 0),
    enabled: isHydrated && charged !== undefined,
  })
  const isClosed = started.error instanceof Problem && started.error.code === 'order_closed'
  const looked = useQuery({
    ...orderQuery(orderId),
    enabled: isClosed || started.data?.state === 'confirming',
    refetchInterval: ({ state }) => lookAgainIn(state.data?.state ?? started.data?.state),
  })

  const order = looked.data ?? started.data
  const refusal = registered.error ?? started.error
  if (order) return <Outcome order={order} isTroubled={looked.isError} isTried />
  if (refusal && !(isClosed && looked.isLoading)) {
    const code = refusal instanceof Problem ? refusal.code : undefined
    return <Refused orderId={orderId} detail={refusal.message} code={code} />
  }
  return <Checking isTroubled={registered.failureCount + started.failureCount > 0} />
}
