import { queryOptions } from '@tanstack/react-query'
import { post } from '../api/client'
import { isOutcomeUnknown } from '../api/problem'
import { plainDay } from '../korean/dates'

/**
 * Charges an order's first period to a card. A query although it is a POST: the server gives the same answer
 * however often it is asked, so after a reload or a lost answer it is simply sent again.
 */
export const startQuery = (orderId: string, billingMethodId: number) =>
  queryOptions({
    queryKey: ['/api/v1/subscriptions', 'start', orderId, billingMethodId],
    queryFn: () => post('/api/v1/subscriptions', { orderId, billingMethodId }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: (_, error) => isOutcomeUnknown(error),
    retryDelay: 3_000,
  })

/** When the next charge comes: on the last paid day, at nine in the morning in Korea. */
export const nextCharge = (periodUntil: string) => `${plainDay(periodUntil)} 오전 9시`
