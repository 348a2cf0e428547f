import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useHydrated } from '../ui/hydrated'
import { useQueryString } from '../ui/query'
import { CardNotRegistered, CardRegistered, Registering } from './card-outcomes'
import {
  billingMethodsQuery,
  type CardReceipt,
  cardChangeQuery,
  registrationQuery,
  subscriptionsQuery,
} from './queries'

/** The provider's window for cards leads here. The card is registered once the server has confirmed it. */
export default function CardRegisteredPage() {
  const query = useQueryString()
  const authKey = query.get('authKey')
  const customerKey = query.get('customerKey')
  const subscriptionId = Number(query.get('subscriptionId')) || null
  if (!authKey || !customerKey)
    return <CardNotRegistered detail="등록할 카드가 없습니다." subscriptionId={subscriptionId} />
  return <Registration receipt={{ authKey, customerKey }} subscriptionId={subscriptionId} />
}

interface RegistrationProps {
  receipt: CardReceipt
  subscriptionId: number | null
}

function Registration({ receipt, subscriptionId }: RegistrationProps) {
  const isHydrated = useHydrated()
  const client = useQueryClient()
  const registered = useQuery({ ...registrationQuery(receipt), enabled: isHydrated })
  const card = registered.data
  const changed = useQuery({
    ...cardChangeQuery(subscriptionId ?? 0, card?.id ?? 0),
    enabled: card !== undefined && subscriptionId !== null,
  })
  useEffect(() => {
    // Has both lists loaded when next shown. `exact`, because the key of the registration begins the same.
    if (card) client.removeQueries({ queryKey: billingMethodsQuery.queryKey, exact: true })
    if (changed.isSuccess) client.removeQueries({ queryKey: subscriptionsQuery.queryKey, exact: true })
  }, [client, card, changed.isSuccess])

  if (registered.error)
    return <CardNotRegistered detail={registered.error.message} subscriptionId={subscriptionId} />
  if (!card || (subscriptionId !== null && changed.isPending)) return <Registering />
  return (
    <CardRegistered
      card={card}
      subscriptionId={subscriptionId}
      subscription={changed.data}
      refusal={changed.error?.message}
    />
  )
}
