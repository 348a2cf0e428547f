import type { TagWord } from '../../src/ui/tag'
import type { Order, OrderLine, Payment, Refund } from './queries'

export const STATES: Record<OrderLine['state'], TagWord> = {
  awaiting_payment: { word: '결제 대기', tone: 'plain' },
  awaiting_deposit: { word: '입금 대기', tone: 'warn' },
  due: { word: '결제 예정', tone: 'plain' },
  confirming: { word: '결제 확인 중', tone: 'warn' },
  paid: { word: '결제 완료', tone: 'ok' },
  failed: { word: '결제 실패', tone: 'danger' },
  expired: { word: '기한 만료', tone: 'plain' },
  cancelled: { word: '주문 취소', tone: 'plain' },
  refunding: { word: '환불 중', tone: 'warn' },
  refunded: { word: '환불 완료', tone: 'plain' },
}

export const REFUND_STATES: Record<Refund['state'], TagWord> = {
  awaiting_account: { word: '계좌 대기', tone: 'warn' },
  returning: { word: '돌려주는 중', tone: 'warn' },
  stuck: { word: '멈춤', tone: 'danger' },
  done: { word: '돌려줌', tone: 'ok' },
}

const PAYMENT_STATES: Record<string, TagWord> = {
  confirming: { word: '확인 중', tone: 'warn' },
  depositing: { word: '입금 대기', tone: 'warn' },
  approved: { word: '승인', tone: 'ok' },
  refused: { word: '거절', tone: 'danger' },
  cancelling: { word: '돌려주는 중', tone: 'warn' },
  cancelled: { word: '돌려줌', tone: 'plain' },
}

/** Money that the bank took back, or that came after its refund, is not simply approved. */
export function wordOfPayment({ state, reversedAt, heldAfterRefundAt }: Payment): TagWord {
  if (reversedAt) return { word: '은행이 입금 취소', tone: 'danger' }
  if (heldAfterRefundAt) return { word: '환불 뒤 다시 입금', tone: 'danger' }
  return PAYMENT_STATES[state] ?? { word: state, tone: 'plain' }
}

export const METHODS: Record<OrderLine['method'], string> = {
  card: '카드',
  transfer: '계좌이체',
  virtual_account: '가상계좌',
  billing: '정기결제 카드',
  points: '포인트',
}

export const KINDS: Record<OrderLine['kind'], string> = { purchase: '구매', renewal: '연장' }

export const CASH_RECEIPTS: Record<Order['cashReceipt'], string> = {
  none: '신청하지 않음',
  income: '소득공제',
  expense: '지출증빙',
}

export const REFUND_MODES: Record<Refund['mode'], string> = {
  full: '이용하지 않아 전부',
  withdrawal: '7일 안의 청약철회',
  pro_rata: '남은 기간',
  unfulfilled: '상품을 제공하지 못해 전부',
  operator: '운영자가 정한 금액',
}

const POINTS: Record<string, string> = {
  earned: '적립',
  used: '사용',
  returned: '돌려줌',
  clawed_back: '회수',
}
export const wordOfPoints = (kind: string) => POINTS[kind] ?? kind

const SERVICES: Record<string, string> = {
  active: '이용 중',
  suspended: '정지',
  expired: '기간 끝',
  ended: '종료',
}
export const wordOfService = (state: string) => SERVICES[state] ?? state

export const optionsOf = (words: Record<string, string | TagWord>) =>
  Object.entries(words).map(([value, word]) => ({
    value,
    label: typeof word === 'string' ? word : word.word,
  }))

/** What was ordered: `서울 고정 IP · 3개월 · 2개`. */
export const whatOf = ({ planName, months, quantity }: Pick<OrderLine, 'planName' | 'months' | 'quantity'>) =>
  [planName, `${months}개월`, quantity > 1 && `${quantity}개`].filter(Boolean).join(' · ')
