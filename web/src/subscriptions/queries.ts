import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, post, put, remove } from '../api/client'
import { path } from '../api/path'
import { apiQuery } from '../api/queries'
import type { Subscription } from '../api/types'
import { repeatable } from '../payments'
import { BILLING_METHODS_API, SUBSCRIPTIONS_API } from './paths'

export const subscriptionsQuery = apiQuery(SUBSCRIPTIONS_API)
export const billingMethodsQuery = apiQuery(BILLING_METHODS_API)

export const billingCustomer = () => get('/api/v1/billing-methods/customer-key')

/** Reloads subscriptions and cards, and drops services and orders, because a change may show in all of them. */
function refresh(client: QueryClient) {
  const others = ['/api/v1/services', '/api/v1/orders']
  client.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey }) => others.some((path) => String(queryKey[0]).startsWith(path)),
  })
  return Promise.all([
    client.invalidateQueries({ queryKey: subscriptionsQuery.queryKey, exact: true }),
    client.invalidateQueries({ queryKey: billingMethodsQuery.queryKey, exact: true }),
  ])
}

function useSubscriptionChange<Change = void>(change: (what: Change) => Promise<Subscription>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (changed) => {
      client.setQueryData(subscriptionsQuery.queryKey, (all) =>
        all?.map((one) => (one.id === changed.id ? changed : one)),
      )
      void refresh(client)
    },
    // After a refusal, because a job or another tab may have changed the subscription.
    onError: () => void refresh(client),
  })
}

const useActOn = (id: number, act: 'stop' | 'resume' | 'pay-now') =>
  useSubscriptionChange(() =>
    post(path(`/api/v1/subscriptions/{subscription_id}/${act}` as const, { subscription_id: id })),
  )

export const useStop = (id: number) => useActOn(id, 'stop')
export const useResume = (id: number) => useActOn(id, 'resume')
export const usePayNow = (id: number) => useActOn(id, 'pay-now')

const cardPath = (id: number) =>
  path('/api/v1/subscriptions/{subscription_id}/billing-method', { subscription_id: id })

const changeCard = (id: number, billingMethodId: number) => put(cardPath(id), { billingMethodId })

export const useChangeCard = (id: number) =>
  useSubscriptionChange((billingMethodId: number) => changeCard(id, billingMethodId))

export const useConsent = (id: number) =>
  useSubscriptionChange((agreed: boolean) =>
    post(path('/api/v1/subscriptions/{subscription_id}/price-consent', { subscription_id: id }), { agreed }),
  )

export function useRemoveCard() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => remove(path('/api/v1/billing-methods/{method_id}', { method_id: id })),
    onSettled: () => void refresh(client),
  })
}

/** The parameters that the provider's window adds to the address it returns to. */
export interface CardReceipt {
  authKey: string
  customerKey: string
}

/** How often registering or changing a card is tried while no answer arrives. */
const TRIES = 5

/** Registers a card. */
export const registrationQuery = (receipt: CardReceipt) =>
  repeatable(
    [BILLING_METHODS_API, 'register', receipt.authKey],
    () => post(BILLING_METHODS_API, receipt),
    TRIES,
  )

/** Moves a subscription to a card. */
export const cardChangeQuery = (subscriptionId: number, billingMethodId: number) =>
  repeatable(
    [cardPath(subscriptionId), billingMethodId],
    () => changeCard(subscriptionId, billingMethodId),
    TRIES,
  )
