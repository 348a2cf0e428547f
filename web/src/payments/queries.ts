import { queryOptions } from '@tanstack/react-query'
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

const CONFIRM_AGAIN_AFTER = 3_000

/**
 * Takes the money. A query although it is a POST: the server gives the same answer however often it is asked,
 * so after a reload, in a second tab or when an answer was lost it is simply sent again.
 */
export const confirmQuery = (receipt: Receipt) =>
  queryOptions({
    queryKey: ['/api/v1/payments/confirm', receipt.orderId, receipt.paymentKey],
    queryFn: () => post('/api/v1/payments/confirm', receipt),
    staleTime: Number.POSITIVE_INFINITY,
    retry: (_, error) => isOutcomeUnknown(error),
    retryDelay: CONFIRM_AGAIN_AFTER,
  })

/** Tells the server that nothing was paid, so that the reserved address goes back on sale. May be repeated. */
export const reportFailure = (orderId: string, code: string) =>
  post('/api/v1/payments/fail', { orderId, code })

export const failureQuery = (orderId: string, code: string) =>
  queryOptions({
    queryKey: ['/api/v1/payments/fail', orderId, code],
    queryFn: () => reportFailure(orderId, code),
    staleTime: Number.POSITIVE_INFINITY,
  })
