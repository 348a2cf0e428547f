import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'reconciliation',
    title: '정산 대조',
    words: '알람 알림 장부 차이 결제대행사 토스',
    permission: 'reconciliation.view',
    nav: 'orders',
    jumps: [{ title: '처리할 알람', query: 'state=open', permission: 'reconciliation.view' }],
    lazy: () => import('./reconciliation.screen'),
  },
  {
    path: 'book-checks',
    title: '매일 점검',
    words: '장부 합계 대조',
    permission: 'reconciliation.view',
    nav: 'orders',
    lazy: () => import('./book-checks.screen'),
  },
]
