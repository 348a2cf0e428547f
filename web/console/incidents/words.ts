import type { StepKind } from './queries'

export const STEPS: Record<StepKind, string> = {
  fact: '새로 안 사실',
  confirmed: '사고를 확인함',
  members_told: '회원에게 알림',
  site_notice: '홈페이지 공지',
  authority_told: '기관에 신고함',
  supplement: '보완 신고함',
  closed: '마침',
}
