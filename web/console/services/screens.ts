import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'services',
    title: '서비스',
    words: '이용 기간 연장 정지 만료 기기',
    permission: 'services.view',
    nav: 'services',
    lazy: () => import('./services.screen'),
  },
  {
    path: 'services/:id',
    title: '서비스',
    permission: 'services.view',
    lazy: () => import('./service.screen'),
  },
]
