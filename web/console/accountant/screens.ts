import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'accountant',
    title: '회계 자료',
    words: '세무사 부가세 매출 월 파일 장부',
    permission: 'accountant.export',
    nav: 'settings',
    lazy: () => import('./accountant.screen'),
  },
]
