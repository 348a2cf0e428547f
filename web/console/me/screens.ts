import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  { path: 'me', title: '내 계정', permission: null, lazy: () => import('./me.screen') },
]
