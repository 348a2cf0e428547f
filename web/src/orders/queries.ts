import { queryOptions } from '@tanstack/react-query'
import { post } from '../api/client'
import { apiQuery } from '../api/queries'
import type { AgreedTo, Agreement, Order, OrderChoice, OrderState, PlacedOrder, Quote } from '../api/types'
import type { Choice } from './choice'

export const orderAgreementsQuery = apiQuery<Agreement[]>('/api/v1/agreements?for=order')

export const orderQuery = (orderId: string) =>
  apiQuery<Order>(`/api/v1/orders/${encodeURIComponent(orderId)}`)

const ordered = (choice: Choice): OrderChoice => ({
  ...choice,
  quantity: 1,
  points: 0,
  paymentType: 'normal',
  payMethod: 'card',
})

/** A query although it is a POST: it only reckons, and nothing is held. */
export const quoteQuery = (choice: Choice) =>
  queryOptions({
    queryKey: ['/api/v1/orders/quote', choice],
    queryFn: () => post<Quote>('/api/v1/orders/quote', ordered(choice)),
  })

export const placeOrder = (choice: Choice, agreements: AgreedTo[]) =>
  post<PlacedOrder>('/api/v1/orders', { ...ordered(choice), agreements })

/** States that change by themselves: worth asking for again. */
export const isUnderWay = (state: OrderState | undefined) =>
  state === 'awaiting_payment' || state === 'confirming' || state === 'refunding'
