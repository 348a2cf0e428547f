import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'members',
    title: '회원',
    words: '고객 아이디 전화번호 차단 포인트 교체권 서브 아이디',
    permission: 'members.view',
    nav: 'members',
    jumps: [
      { title: '차단한 회원', query: 'state=blocked', permission: 'members.view' },
      { title: '서브 아이디', query: 'state=sub_id', permission: 'members.view' },
    ],
    lazy: () => import('./members.screen'),
  },
  { path: 'members/:id', title: '회원', permission: 'members.view', lazy: () => import('./member.screen') },
]
