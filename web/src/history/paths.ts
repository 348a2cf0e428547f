import { path, withQuery } from '../api/path'

export const HISTORY = '/mypage/payment-history'

export const historyPath = (page: number) => `${HISTORY}?page=${page}`

export const orderPath = (orderId: string) => withQuery(`${HISTORY}/order`, { orderId })

export const contractPath = (orderId: string) => withQuery(`${HISTORY}/contract`, { orderId })

export const ordersApi = (page: number) => path('/api/v1/orders', { page })
export const orderApi = (orderId: string) => path('/api/v1/orders/{order_id}', { order_id: orderId })
