import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'record',
    title: '기록',
    words: '감사 로그 audit',
    permission: 'record.view',
    nav: 'settings',
    lazy: () => import('./record.screen'),
  },
]
