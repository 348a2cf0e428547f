import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'subscriptions',
    title: '정기결제',
    words: '자동결제 카드 결제 실패 해지 인상 동의',
    permission: 'subscriptions.view',
    nav: 'subscriptions',
    jumps: [
      { title: '결제에 실패한 정기결제', query: 'dunning=true', permission: 'subscriptions.view' },
      { title: '인상 동의를 기다리는 정기결제', query: 'rise=asked', permission: 'subscriptions.view' },
    ],
    lazy: () => import('./subscriptions.screen'),
  },
  {
    path: 'subscriptions/:id',
    title: '정기결제',
    permission: 'subscriptions.view',
    lazy: () => import('./subscription.screen'),
  },
]
