import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'numbers',
    title: '통계',
    words: '매출 MRR 해지율 환불 전환 점유율 답변 시간 차트',
    permission: 'numbers.view',
    nav: 'numbers',
    lazy: () => import('./numbers.screen'),
  },
]
