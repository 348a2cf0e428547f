import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'today',
    title: '오늘',
    words: '할 일 대기 알람 매출',
    permission: 'today.view',
    nav: 'today',
    lazy: () => import('./today.screen'),
  },
]
