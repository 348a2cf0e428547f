import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'addresses',
    title: 'IP 주소',
    words: '아이피 재고 등록 휴지 제외',
    permission: 'addresses.view',
    nav: 'services',
    jumps: [{ title: 'IP 등록', query: 'import=1', permission: 'addresses.import' }],
    lazy: () => import('./addresses.screen'),
  },
  {
    path: 'pools',
    title: '풀',
    words: '재고 남은 날',
    permission: 'addresses.view',
    nav: 'services',
    lazy: () => import('./pools.screen'),
  },
  {
    path: 'networks',
    title: '네트워크 지도',
    words: '히트맵 /24',
    permission: 'addresses.view',
    nav: 'services',
    lazy: () => import('./map.screen'),
  },
  {
    path: 'lookups',
    title: 'IP 사용자 조회',
    words: '누가 썼는지 수사 민원',
    permission: 'addresses.who',
    nav: 'services',
    lazy: () => import('./who.screen'),
  },
]
