import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, post, put, remove } from '../api/client'
import { Problem } from '../api/problem'
import { apiQuery } from '../api/queries'
import type { BillingCustomer, BillingMethod, Subscription } from '../api/types'

const SUBSCRIPTIONS = '/api/v1/subscriptions'
const METHODS = '/api/v1/billing-methods'

export const subscriptionsQuery = apiQuery<Subscription[]>(SUBSCRIPTIONS)
export const billingMethodsQuery = apiQuery<BillingMethod[]>(METHODS)

export const billingCustomer = () => get<BillingCustomer>(`${METHODS}/customer-key`)

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

function useSubscriptionChange<Change>(change: (what: Change) => Promise<Subscription>) {
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

const pathOf = (id: number) => `${SUBSCRIPTIONS}/${id}`

export const useStop = (id: number) =>
  useSubscriptionChange<void>(() => post<Subscription>(`${pathOf(id)}/stop`))

export const useResume = (id: number) =>
  useSubscriptionChange<void>(() => post<Subscription>(`${pathOf(id)}/resume`))

export const usePayNow = (id: number) =>
  useSubscriptionChange<void>(() => post<Subscription>(`${pathOf(id)}/pay-now`))

export const changeCard = (id: number, billingMethodId: number) =>
  put<Subscription>(`${pathOf(id)}/billing-method`, { billingMethodId })

export const useChangeCard = (id: number) =>
  useSubscriptionChange((billingMethodId: number) => changeCard(id, billingMethodId))

export const useConsent = (id: number) =>
  useSubscriptionChange((agreed: boolean) => post<Subscription>(`${pathOf(id)}/price-consent`, { agreed }))

export function useRemoveCard() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => remove(`${METHODS}/${id}`),
    onSettled: () => void refresh(client),
  })
}

/** The parameters that the provider's window adds to the address it returns to. */
export interface CardReceipt {
  authKey: string
  customerKey: string
}

const isOutcomeUnknown = (error: Error) =>
  !(error instanceof Problem) || error.status === 0 || error.status === 429 || error.status >= 500

/** Registers a card. A query although it is a POST: the server registers it once, however often it is sent. */
export const registrationQuery = (receipt: CardReceipt) =>
  queryOptions({
    queryKey: [METHODS, 'register', receipt.authKey],
    queryFn: () => post<BillingMethod>(METHODS, receipt),
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, error) => failures < 5 && isOutcomeUnknown(error),
    retryDelay: 3_000,
  })

/** Moves a subscription to a card. A query as well, because repeating it changes nothing. */
export const cardChangeQuery = (subscriptionId: number, billingMethodId: number) =>
  queryOptions({
    queryKey: [pathOf(subscriptionId), 'billing-method', billingMethodId],
    queryFn: () => changeCard(subscriptionId, billingMethodId),
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, error) => failures < 5 && isOutcomeUnknown(error),
    retryDelay: 3_000,
  })
