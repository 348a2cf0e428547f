import type { TagTone } from '../../src/ui/tag'
import type { Subscription } from './queries'

export const STATES: Record<Subscription['state'], { word: string; tone: TagTone }> = {
  starting: { word: '시작하는 중', tone: 'plain' },
  active: { word: '이용 중', tone: 'ok' },
  past_due: { word: '결제 실패', tone: 'warn' },
  suspended: { word: '이용 정지', tone: 'danger' },
  ended: { word: '종료', tone: 'plain' },
}

export const RISES = { asked: '동의 대기', agreed: '동의함', declined: '동의하지 않음' } as const

export const ENDS: Record<NonNullable<Subscription['endReason']>, string> = {
  stopped: '해지',
  unpaid: '미납',
  refused: '첫 결제 거절',
  refunded: '환불',
  price_declined: '인상에 동의하지 않음',
  member_left: '회원 탈퇴',
  not_sold: '상품을 제공할 수 없음',
}

/** States of an attempt at the provider. */
export const ATTEMPTS: Record<string, { word: string; tone: TagTone }> = {
  confirming: { word: '확인 중', tone: 'warn' },
  approved: { word: '승인', tone: 'ok' },
  refused: { word: '거절', tone: 'danger' },
  cancelling: { word: '취소하는 중', tone: 'warn' },
  cancelled: { word: '취소됨', tone: 'plain' },
}

export const HAPPENINGS: Record<string, string> = {
  started: '정기결제 시작',
  stop_requested: '해지 신청',
  suspended: '이용 정지',
  ended: '종료',
  price_asked: '인상 안내',
  price_agreed: '인상에 동의',
  price_declined: '인상에 동의하지 않음',
  paid: '결제됨',
  refused: '결제 거절됨',
  refunded: '환불됨',
}
