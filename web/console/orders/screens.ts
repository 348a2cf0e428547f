import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'orders',
    title: '주문·결제',
    words: '결제 환불 입금 가상계좌 영수증',
    permission: 'orders.view',
    nav: 'orders',
    jumps: [
      { title: '입금을 기다리는 주문', query: 'state=awaiting_deposit', permission: 'orders.view' },
      { title: '환불 계좌를 기다리는 주문', query: 'refund=awaiting_account', permission: 'orders.view' },
      { title: '멈춘 환불', query: 'refund=stuck', permission: 'orders.view' },
    ],
    lazy: () => import('./orders.screen'),
  },
  { path: 'orders/:id', title: '주문', permission: 'orders.view', lazy: () => import('./order.screen') },
]
