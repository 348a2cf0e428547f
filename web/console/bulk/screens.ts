import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'bulk',
    title: '여러 건 처리',
    words: '한꺼번에 일괄 연장 포인트 정지 이동 되돌리기',
    permission: 'bulk.run',
    nav: 'settings',
    lazy: () => import('./runs.screen'),
  },
  { path: 'bulk/:id', title: '여러 건 처리', permission: 'bulk.run', lazy: () => import('./run.screen') },
]
