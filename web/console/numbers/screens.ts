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
  {
    path: 'address-profits',
    title: 'IP별 이익',
    words: '주소별 이익 원가 풀 손익',
    permission: 'numbers.view',
    nav: 'numbers',
    lazy: () => import('./profits.screen'),
  },
]
