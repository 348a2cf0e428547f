import type { TagTone } from '../../src/ui/tag'
import type { Beside, InquiryLine } from './queries'

export const CATEGORIES: Record<InquiryLine['category'], string> = {
  connection: '접속·설정',
  product: '상품·구매',
  payment: '결제',
  refund: '환불',
  account: '회원정보',
  other: '기타',
}

export const STATES: Record<InquiryLine['state'], { label: string; tone: TagTone }> = {
  received: { label: '접수', tone: 'danger' },
  in_progress: { label: '처리중', tone: 'warn' },
  answered: { label: '답변완료', tone: 'ok' },
  closed: { label: '종료', tone: 'plain' },
}

export const ACTIONS: Record<string, string> = {
  taken: '담당자 지정',
  released: '담당자 해제',
  answered: '답변',
  closed: '답변 없이 종료',
  reopened: '다시 열기',
  image_hidden: '사진 가리기',
}

const SERVICES: Record<string, { label: string; tone: TagTone }> = {
  active: { label: '이용 중', tone: 'ok' },
  suspended: { label: '정지', tone: 'warn' },
  expired: { label: '만료', tone: 'plain' },
  ended: { label: '종료', tone: 'plain' },
}

const ORDERS: Record<string, { label: string; tone: TagTone }> = {
  awaiting_payment: { label: '결제 전', tone: 'plain' },
  awaiting_deposit: { label: '입금 대기', tone: 'warn' },
  due: { label: '결제 예정', tone: 'plain' },
  confirming: { label: '승인 확인 중', tone: 'warn' },
  paid: { label: '결제 완료', tone: 'ok' },
  failed: { label: '결제 실패', tone: 'danger' },
  expired: { label: '기한 지남', tone: 'plain' },
  cancelled: { label: '취소', tone: 'plain' },
  refunding: { label: '환불 중', tone: 'warn' },
  refunded: { label: '환불', tone: 'plain' },
}

/** A state that this page does not know yet keeps its name. */
const wordOf = (words: typeof ORDERS) => (state: string) =>
  words[state] ?? { label: state, tone: 'plain' as const }

export const serviceState = wordOf(SERVICES)
export const orderState = wordOf(ORDERS)

export const OWED: Record<NonNullable<Beside['owes']>[number]['state'], string> = {
  awaiting_deposit: '입금 대기',
  past_due: '정기결제 실패',
  suspended: '미납으로 정지',
}

export const BODY_LONGEST = 5_000

/** The length in characters as the server counts them: an emoji is one. */
export const lengthOf = (text: string) => [...text].length

export const categoryOptions = Object.entries(CATEGORIES).map(([value, label]) => ({ value, label }))
