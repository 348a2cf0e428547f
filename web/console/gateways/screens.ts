import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'gateways',
    title: '게이트웨이',
    words: '서버 등록 대피 점검',
    permission: 'gateways.view',
    nav: 'gateways',
    jumps: [{ title: '게이트웨이 등록', query: 'new=1', permission: 'gateways.change' }],
    lazy: () => import('./gateways.screen'),
  },
  {
    path: 'gateways/:id',
    title: '게이트웨이',
    permission: 'gateways.view',
    lazy: () => import('./gateway.screen'),
  },
]
