import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'approvals',
    title: '승인',
    words: '두 번째 사람 확인 결재',
    permission: null,
    nav: 'settings',
    lazy: () => import('./approvals.screen'),
  },
]
