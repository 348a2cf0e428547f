import { path } from '../api/path'
import { memberPage } from '../pages/page'
import { TROUBLES_API } from '../site/paths'
import { HISTORY, orderApi, ordersApi } from './paths'

export const paymentHistory = memberPage({
  path: HISTORY,
  file: 'history/payment-history',
  title: '결제내역',
  data: ({ page }) => ({ orders: ordersApi(page), troubles: TROUBLES_API }),
  dispensable: 'troubles',
})

export const orderDetail = memberPage({
  path: `${HISTORY}/order`,
  file: 'history/order',
  title: '주문 상세',
  data: ({ query }) => {
    const orderId = query.get('orderId')
    return { order: orderId ? orderApi(orderId) : undefined }
  },
})

export const contract = memberPage({
  path: `${HISTORY}/contract`,
  file: 'history/contract',
  title: '계약 내용',
  data: ({ query }) => {
    const orderId = query.get('orderId')
    return {
      contract: orderId ? path('/api/v1/orders/{order_id}/contract', { order_id: orderId }) : undefined,
    }
  },
})

export const HISTORY_PAGES = [paymentHistory, orderDetail, contract]
