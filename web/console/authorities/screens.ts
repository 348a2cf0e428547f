import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'authorities',
    title: '수사기관 요청',
    words: '경찰 검찰 영장 통신자료 대장 반기 보고',
    permission: 'authorities.view',
    nav: 'settings',
    jumps: [{ title: '수사기관 요청 등록', query: 'register=1', permission: 'authorities.register' }],
    lazy: () => import('./authorities.screen'),
  },
]
