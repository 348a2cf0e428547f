import { type Answer, path } from '../../src/api/path'
import { consoleQuery } from '../frame/queries'

export type OrderLine = Answer<'/api/v1/console/orders'>['items'][number]
export type Order = Answer<'/api/v1/console/orders/{order_id}'>
export type Payment = Order['payments'][number]
export type Refund = NonNullable<Order['refund']>
/** What can be done with an order, by the names of the server's reasons why not. */
export type Doing = keyof Order['can']

export const orderQuery = (id: string) =>
  consoleQuery(path('/api/v1/console/orders/{order_id}', { order_id: id }))
