import { queryOptions } from '@tanstack/react-query'
import { post } from '../api/client'
import { apiQuery } from '../api/queries'
import type { AgreedTo, OrderChoice, OrderState, Quote } from '../api/types'
import type { Choice } from '../catalog'
import type { Till } from '../catalog/paths'
import { ORDER_AGREEMENTS_API } from './paths'

export const orderAgreementsQuery = apiQuery(ORDER_AGREEMENTS_API)

/** What is paid again and again is paid with a registered card, and never with points. */
const ordered = ({ paymentType }: Till, { cashReceipt: _, ...choice }: Choice): OrderChoice => ({
  ...choice,
  ...(paymentType === 'billing' && { payMethod: 'card' as const, points: 0 }),
  paymentType,
})

const QUOTE = '/api/v1/orders/quote'
/** Asked anew so long before the price no longer stands. */
const BEFORE_THE_END = 60_000
const AT_LEAST = 5_000

/** A query although it is a POST: it only reckons, and nothing is held. */
export const quoteQuery = (till: Till, choice: Choice) => {
  const request = ordered(till, choice)
  return queryOptions({
    queryKey: [QUOTE, request],
    queryFn: () => post(QUOTE, request),
  })
}

export const everyQuote = { queryKey: [QUOTE] }

/** When a quote is to be asked for again, so that an order never comes with one that is over. */
export const quoteAgainIn = (quote: Quote | undefined) =>
  quote !== undefined && Math.max(AT_LEAST, Date.parse(quote.quoteUntil) - Date.now() - BEFORE_THE_END)

export interface NewOrder {
  till: Till
  choice: Choice
  agreements: AgreedTo[]
  /** Of the quote that was shown: its price stands for a while. */
  quote: string | undefined
}

export const placeOrder = ({ till, choice, agreements, quote }: NewOrder) =>
  post('/api/v1/orders', {
    ...ordered(till, choice),
    cashReceipt: till.paymentType === 'billing' || choice.payMethod === 'card' ? 'none' : choice.cashReceipt,
    ...(quote !== undefined && { quote }),
    agreements,
  })

/** States that change by themselves: worth asking for again. */
export const isUnderWay = (state: OrderState | undefined) =>
  state === 'awaiting_payment' ||
  state === 'awaiting_deposit' ||
  state === 'confirming' ||
  state === 'refunding'

/** How often to look at what is settled elsewhere: at the provider, or at a bank. */
export const lookAgainIn = (state: OrderState | undefined) =>
  isUnderWay(state) && (state === 'awaiting_deposit' ? 4_000 : 2_000)
