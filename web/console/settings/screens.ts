import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'settings',
    title: '설정',
    words: '사업자 고객센터 판매 포인트 본인확인 환불 검색엔진',
    permission: 'settings.view',
    nav: 'settings',
    lazy: () => import('./settings.screen'),
  },
  {
    path: 'blocked',
    title: '차단 IP',
    words: '접속 차단 공격 네트워크',
    permission: 'settings.view',
    nav: 'settings',
    lazy: () => import('./blocked.screen'),
  },
  {
    path: 'connections',
    title: '연결 시험',
    words: '메일 문자 SMS 토스 결제 키 웹훅 본인인증',
    permission: 'settings.view',
    nav: 'settings',
    lazy: () => import('./connections.screen'),
  },
]
