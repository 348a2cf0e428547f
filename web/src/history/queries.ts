import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { post } from '../api/client'
import { apiQuery } from '../api/queries'
import type { Bank, Contract, Order, Page, RefundAccount, RefundQuote, TaxInvoiceRequest } from '../api/types'
import { memberQuery } from '../members/member'
import { orderQuery } from '../orders/queries'

const ORDERS = '/api/v1/orders'
const pathOf = (orderId: string) => `${ORDERS}/${encodeURIComponent(orderId)}`

export const ordersQuery = (page: number) => apiQuery<Page<Order>>(`${ORDERS}?page=${page}`)
export const contractQuery = (orderId: string) => apiQuery<Contract>(`${pathOf(orderId)}/contract`)
export const banksQuery = apiQuery<Bank[]>('/api/v1/banks')

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
  const lists = [`${ORDERS}?`, '/api/v1/services', '/api/v1/member/', '/api/v1/subscriptions']
  client.removeQueries({
    type: 'inactive',
    predicate: ({ queryKey }) => lists.some((list) => String(queryKey[0]).startsWith(list)),
  })
}

function useOrderChange<Change>(change: (what: Change) => Promise<Order>) {
  const client = useQueryClient()
  return useMutation({
    gcTime: 0, // an account number is not to stay in the mutation cache
    mutationFn: change,
    onSuccess: (order) => noteChange(client, order),
  })
}

export const useCancelOrder = (orderId: string) =>
  useOrderChange<void>(() => post<Order>(`${pathOf(orderId)}/cancel`))

export const useTaxInvoice = (orderId: string) =>
  useOrderChange((request: TaxInvoiceRequest) => post<Order>(`${pathOf(orderId)}/tax-invoice`, request))

/** Computes a refund without requesting it. The quote holds for a while. */
export const useRefundQuote = (orderId: string) =>
  useMutation({ mutationFn: () => post<RefundQuote>(`${pathOf(orderId)}/refund-quote`) })

export interface RefundRequest {
  quote: string
  reason: string
  account?: RefundAccount
}

export const useRefund = (orderId: string) =>
  useOrderChange((request: RefundRequest) => post<Order>(`${pathOf(orderId)}/refund`, request))

export const useRefundAccount = (orderId: string) =>
  useOrderChange((account: RefundAccount) => post<Order>(`${pathOf(orderId)}/refund-account`, { account }))
