import { type QueryKey, queryOptions } from '@tanstack/react-query'
import { post } from '../api/client'
import { isOutcomeUnknown } from '../api/problem'
import { apiQuery } from '../api/queries'
import { PROVIDER_KEYS_API } from './paths'

export const providerKeysQuery = apiQuery(PROVIDER_KEYS_API)

/** The parameters that the provider's window adds to the address it returns to. */
export interface Receipt {
  paymentKey: string
  orderId: string
  amount: number
}

/**
 * A POST that is asked as a query: the server gives the same answer however often it is asked, so after a reload, in a
 * second tab or when an answer was lost it is simply sent again.
 */
export const repeatable = <Answer>(
  queryKey: QueryKey,
  send: () => Promise<Answer>,
  mostFailures = Number.POSITIVE_INFINITY,
) =>
  queryOptions({
    queryKey,
    queryFn: send,
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, error) => failures < mostFailures && isOutcomeUnknown(error),
    retryDelay: 3_000,
  })

/** Takes the money. */
export const confirmQuery = (receipt: Receipt) =>
  repeatable(['/api/v1/payments/confirm', receipt.orderId, receipt.paymentKey], () =>
    post('/api/v1/payments/confirm', receipt),
  )

/** Tells the server that nothing was paid, so that the reserved address goes back on sale. May be repeated. */
export const reportFailure = (orderId: string, code: string) =>
  post('/api/v1/payments/fail', { orderId, code })

export const failureQuery = (orderId: string, code: string) =>
  queryOptions({
    queryKey: ['/api/v1/payments/fail', orderId, code],
    queryFn: () => reportFailure(orderId, code),
    staleTime: Number.POSITIVE_INFINITY,
  })
