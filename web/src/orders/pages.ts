import { OPEN_ORDERS_API, PRODUCTS, plansApi, type Till, tillOf } from '../catalog/paths'
import { memberPage } from '../pages/page'
import { resultPages } from '../payments/pages'
import { PROVIDER_KEYS_API } from '../payments/paths'
import { planOfServiceApi, serviceApi } from '../services/paths'
import { TROUBLES_API } from '../site/paths'
import { BILLING_METHODS_API } from '../subscriptions/paths'
import { ORDER_AGREEMENTS_API, renewedIn } from './paths'

const checkout = (till: Till, title: string) =>
  memberPage({
    path: till.path,
    file: 'orders/checkout',
    title: `${PRODUCTS[till.kind].name} ${title}`,
    switchedBy: PRODUCTS[till.kind].switchedBy,
    data({ query }) {
      const renewed = renewedIn(till, query)
      return {
        ...(renewed
          ? { service: serviceApi(renewed), plan: planOfServiceApi(renewed) }
          : { plans: plansApi(till.kind) }),
        agreements: ORDER_AGREEMENTS_API,
        openOrders: OPEN_ORDERS_API,
        providerKeys: PROVIDER_KEYS_API,
        troubles: TROUBLES_API,
        cards: till.paymentType === 'billing' ? BILLING_METHODS_API : undefined,
      }
    },
    dispensable: 'troubles',
  })

const TILLS: [till: Till, title: string][] = [
  [tillOf('static', 'normal'), '기간 결제'],
  [tillOf('static', 'billing'), '정기결제'],
  [tillOf('dynamic', 'normal'), '기간 결제'],
  [tillOf('dynamic', 'billing'), '정기결제'],
  [tillOf('ticket', 'normal'), '구매'],
]

export const ORDER_PAGES = TILLS.flatMap(([till, title]) => [
  checkout(till, title),
  ...resultPages(till.path, {
    title: '결제 결과',
    success: 'orders/payment-success',
    fail: 'orders/payment-fail',
  }),
])
