import { post } from '../api/client'
import { plainDay } from '../korean/dates'
import { repeatable } from '../payments'

/** Charges an order's first period to a card. */
export const startQuery = (orderId: string, billingMethodId: number) =>
  repeatable(['/api/v1/subscriptions', 'start', orderId, billingMethodId], () =>
    post('/api/v1/subscriptions', { orderId, billingMethodId }),
  )

/** When the next charge comes: on the last paid day, at nine in the morning in Korea. */
export const nextCharge = (periodUntil: string) => `${plainDay(periodUntil)} 오전 9시`
