import { queryOptions } from '@tanstack/react-query'
import { post } from '../api/client'
import type { AgreedTo, OrderChoice, OrderState, Quote } from '../api/types'
import type { Choice } from '../catalog'
import type { Till } from '../catalog/paths'

/** The order to send. A recurring payment is always by card and without points. */
const ordered = ({ paymentType }: Till, { cashReceipt: _, ...choice }: Choice): OrderChoice => ({
  ...choice,
  ...(paymentType === 'billing' && { payMethod: 'card' as const, points: 0 }),
  paymentType,
})

export const QUOTE = '/api/v1/orders/quote'
/** How long before its end a quote is renewed. */
const BEFORE_THE_END = 60_000
const AT_LEAST = 5_000

/** The price of a choice. A query although it is a POST, because it changes nothing on the server. */
export const quoteQuery = (till: Till, choice: Choice) => {
  const request = ordered(till, choice)
  return queryOptions({
    queryKey: [QUOTE, request],
    queryFn: () => post(QUOTE, request),
    // The form is there, and its choices are not to be lost where the session has ended.
    meta: { isPress: true },
  })
}

/** The time until a quote is renewed, early enough that no order is placed with an expired one. */
export const quoteAgainIn = (quote: Quote | undefined) =>
  quote !== undefined && Math.max(AT_LEAST, Date.parse(quote.quoteUntil) - Date.now() - BEFORE_THE_END)

export interface NewOrder {
  till: Till
  choice: Choice
  agreements: AgreedTo[]
  /** The token of the shown quote, whose price holds for a while. */
  quote: string | undefined
}

export const placeOrder = ({ till, choice, agreements, quote }: NewOrder) =>
  post('/api/v1/orders', {
    ...ordered(till, choice),
    cashReceipt: till.paymentType === 'billing' || choice.payMethod === 'card' ? 'none' : choice.cashReceipt,
    ...(quote !== undefined && { quote }),
    agreements,
  })

/** Whether an order may still change its state by itself. */
export const isUnderWay = (state: OrderState | undefined) =>
  state === 'awaiting_payment' ||
  state === 'awaiting_deposit' ||
  state === 'confirming' ||
  state === 'refunding'

/** How often to look at an order that the provider or a bank has yet to settle. */
export const lookAgainIn = (state: OrderState | undefined) =>
  isUnderWay(state) && (state === 'awaiting_deposit' ? 4_000 : 2_000)
