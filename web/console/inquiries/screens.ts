import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'inquiries',
    title: '문의',
    words: '1:1 문의 상담 답변 큐',
    permission: 'inquiries.view',
    nav: 'inquiries',
    lazy: () => import('./inquiries.screen'),
  },
  {
    path: 'inquiries/canned',
    title: '답변 서식',
    words: '매크로 상용구 자주 쓰는 답변',
    permission: 'inquiries.view',
    nav: 'inquiries',
    jumps: [{ title: '답변 서식 만들기', query: 'make=1', permission: 'inquiries.canned' }],
    lazy: () => import('./canned.screen'),
  },
  {
    path: 'inquiries/:id',
    title: '문의',
    permission: 'inquiries.view',
    lazy: () => import('./inquiry.screen'),
  },
]
