import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'exports',
    title: '내보낸 파일',
    words: '내보내기 엑셀 CSV 다운로드',
    permission: 'exports.make',
    nav: 'settings',
    lazy: () => import('./exports.screen'),
  },
]
