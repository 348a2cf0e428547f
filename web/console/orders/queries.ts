import { useQueryClient } from '@tanstack/react-query'
import { type Answer, type Body, path } from '../../src/api/path'
import { consoleQuery } from '../frame/queries'

export type OrderLine = Answer<'/api/v1/console/orders'>['items'][number]
export type Order = Answer<'/api/v1/console/orders/{order_id}'>
export type Payment = Order['payments'][number]
export type Refund = NonNullable<Order['refund']>
/** What can be done with an order, by the names of the server's reasons why not. */
export type Doing = keyof Order['can']
export type Wish = Body<'/api/v1/console/orders/{order_id}/refund/preview', 'post'>
export type Checked = Answer<'/api/v1/console/orders/{order_id}/payment-check', 'post'>

export const ORDERS = '/api/v1/console/orders'
const RECORD = '/api/v1/console/record'

export const orderQuery = (id: string) =>
  consoleQuery(path('/api/v1/console/orders/{order_id}', { order_id: id }))

/** Has the order, all pages of the list, and what the record says loaded anew. */
export function useOrderChanged(id: string) {
  const client = useQueryClient()
  return async () => {
    await Promise.all([
      client.invalidateQueries({ queryKey: orderQuery(id).queryKey }),
      client.invalidateQueries({ queryKey: [ORDERS] }),
      client.invalidateQueries({ queryKey: [RECORD] }),
    ])
  }
}
