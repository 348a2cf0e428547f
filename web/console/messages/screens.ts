import type { Screen } from '../frame/screen'

export const screens: Screen[] = [
  {
    path: 'messages',
    title: '보낸 메시지',
    words: '메일 문자 SMS 발송 실패',
    permission: 'messages.view',
    nav: 'inquiries',
    lazy: () => import('./messages.screen'),
  },
  {
    path: 'broadcasts',
    title: '여러 회원에게 보내기',
    words: '공지 점검 광고 단체 문자 메일',
    permission: 'messages.view',
    nav: 'inquiries',
    jumps: [{ title: '여러 회원에게 보내기 쓰기', query: 'write=1', permission: 'messages.broadcast' }],
    lazy: () => import('./broadcasts.screen'),
  },
  {
    path: 'message-texts',
    title: '안내 문구',
    words: '메일 문자 미리보기 단가',
    permission: 'messages.view',
    nav: 'inquiries',
    lazy: () => import('./texts.screen'),
  },
]
