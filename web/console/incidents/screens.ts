import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'incidents',
    title: '사고 대응',
    words: '유출 침해 장애 신고 통지 보상',
    permission: 'incidents.view',
    nav: 'settings',
    jumps: [{ title: '사고 기록하기', query: 'begin=1', permission: 'incidents.manage' }],
    lazy: () => import('./incidents.screen'),
  },
  {
    path: 'incidents/:id',
    title: '사고',
    permission: 'incidents.view',
    lazy: () => import('./incident.screen'),
  },
]
