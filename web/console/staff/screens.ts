import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'staff',
    title: '직원',
    words: '초대 네트워크',
    permission: 'staff.view',
    nav: 'settings',
    jumps: [{ title: '직원 초대', query: 'invite=1', permission: 'staff.invite' }],
    lazy: () => import('./staff.screen'),
  },
  {
    path: 'roles',
    title: '역할과 권한',
    permission: 'staff.view',
    nav: 'settings',
    jumps: [{ title: '역할 만들기', query: 'role=new', permission: 'roles.change' }],
    lazy: () => import('./roles.screen'),
  },
]
