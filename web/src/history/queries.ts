import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { post } from '../api/client'
import { path } from '../api/path'
import { apiQuery } from '../api/queries'
import type { Order, RefundAccount, TaxInvoiceRequest } from '../api/types'
import { memberQuery } from '../members'
import { orderApi, ordersApi } from './paths'

export const ordersQuery = (page: number) => apiQuery(ordersApi(page))
export const orderQuery = (orderId: string) => apiQuery(orderApi(orderId))
export const banksQuery = apiQuery('/api/v1/banks')

/** How often to reload an order that may change by itself. */
export const LOOK_EVERY = 4_000

/** Whether an order may change by itself: at the provider, at a bank or in a job. */
export const isMoving = ({ state, refund }: Order) =>
  state === 'confirming' ||
  state === 'awaiting_deposit' ||
  (state === 'refunding' && refund?.state !== 'awaiting_account')

/** Stores a changed order and drops cached lists that it may have changed, such as services, points and tickets. */
export function noteChange(client: QueryClient, order: Order) {
  client.setQueryData(orderQuery(order.orderId).queryKey, order)
  void client.invalidateQueries({ queryKey: memberQuery.queryKey })
  const lists = ['/api/v1/orders?', '/api/v1/services', '/api/v1/member/', '/api/v1/subscriptions']
  client.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey }) => lists.some((list) => String(queryKey[0]).startsWith(list)),
  })
}

function useOrderChange<Change = void>(change: (what: Change) => Promise<Order>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (order) => noteChange(client, order),
  })
}

export const useCancelOrder = (orderId: string) =>
  useOrderChange(() => post(path('/api/v1/orders/{order_id}/cancel', { order_id: orderId })))

export const useTaxInvoice = (orderId: string) =>
  useOrderChange((request: TaxInvoiceRequest) =>
    post(path('/api/v1/orders/{order_id}/tax-invoice', { order_id: orderId }), request),
  )

/** Computes a refund without requesting it. The quote holds for a while. */
export const useRefundQuote = (orderId: string) =>
  useMutation({
    mutationFn: () => post(path('/api/v1/orders/{order_id}/refund-quote', { order_id: orderId })),
  })

/** An account, and the password that proves who names it. */
export interface NamedAccount {
  account: RefundAccount
  currentPw: string
}

export interface RefundRequest extends Partial<NamedAccount> {
  quote: string
  reason: string
}

export const useRefund = (orderId: string) =>
  useOrderChange((request: RefundRequest) =>
    post(path('/api/v1/orders/{order_id}/refund', { order_id: orderId }), request),
  )

export const useRefundAccount = (orderId: string) =>
  useOrderChange((named: NamedAccount) =>
    post(path('/api/v1/orders/{order_id}/refund-account', { order_id: orderId }), named),
  )
