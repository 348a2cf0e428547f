import { useQuery } from '@tanstack/react-query'
import { codeOf } from '../api/problem'
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
  /** Registers the card that the provider just checked; `null` for a card registered before. */
  receipt: CardReceipt | null
  /** The card registered before. */
  cardId: number | null
}

const NO_CARD = 'CARD_NOT_REGISTERED'

/** Registers the card if it is new, then charges the first period to it. Both may be repeated, as on a reload. */
export function SubscriptionStart({ orderId, receipt, cardId }: SubscriptionStartProps) {
  const isHydrated = useHydrated()
  const registered = useQuery({
    ...registrationQuery(receipt ?? { authKey: '', customerKey: '' }),
    enabled: isHydrated && receipt !== null,
  })
  // Without a card the order cannot be paid: release its address at once.
  useQuery({ ...failureQuery(orderId, NO_CARD), enabled: registered.isError })
  const chargedId = receipt ? registered.data?.id : (cardId ?? undefined)
  const started = useQuery({
    ...startQuery(orderId, chargedId ?? 0),
    enabled: isHydrated && chargedId !== undefined,
  })
  const isClosed = codeOf(started.error) === 'order_closed'
  const looked = useQuery({
    ...orderQuery(orderId),
    enabled: isClosed || started.data?.state === 'confirming',
    refetchInterval: ({ state }) => lookAgainIn(state.data?.state ?? started.data?.state),
  })

  const order = looked.data ?? started.data
  const refusal = registered.error ?? started.error
  if (order) return <Outcome order={order} isRetrying={looked.isError} isPaying />
  if (refusal && !(isClosed && looked.isLoading))
    return <Refused orderId={orderId} detail={refusal.message} code={codeOf(refusal)} />
  return <Checking isRetrying={registered.failureCount + started.failureCount > 0} />
}
