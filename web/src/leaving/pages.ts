import { memberPage, page } from '../pages/page'

export const leave = memberPage({
  path: '/mypage/leave',
  file: 'leaving/leave',
  title: '회원탈퇴',
  data: () => ({ leaving: '/api/v1/member/leaving' as const }),
})

const left = page({
  path: '/mypage/leave/done',
  file: 'leaving/left',
  title: '회원탈퇴 완료',
  noindex: true,
})

export const LEAVING_PAGES = [leave, left]
