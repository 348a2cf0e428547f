import { memberPage } from '../pages/page'
import { resultPages } from '../payments/pages'
import { BILLING_METHODS_API, PAYMENT_METHODS, SUBSCRIPTIONS_API } from './paths'

export const paymentMethods = memberPage({
  path: PAYMENT_METHODS,
  file: 'subscriptions/payment-methods',
  title: '결제수단 관리',
  data: () => ({ subscriptions: SUBSCRIPTIONS_API, cards: BILLING_METHODS_API }),
})

export const SUBSCRIPTION_PAGES = [
  paymentMethods,
  ...resultPages(PAYMENT_METHODS, {
    title: '카드 등록 결과',
    success: 'subscriptions/card-registered',
    fail: 'subscriptions/card-not-registered',
  }),
]
