import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'status',
    title: '서비스 상태',
    words: '상태 공지 장애 점검 status',
    permission: 'status.view',
    nav: 'settings',
    jumps: [{ title: '서비스 상태에 알리기', query: 'say=1', permission: 'status.say' }],
    lazy: () => import('./status.screen'),
  },
  {
    path: 'status/:id',
    title: '상태 공지',
    permission: 'status.view',
    lazy: () => import('./announcement.screen'),
  },
]
