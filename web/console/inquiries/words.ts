import { CATEGORIES, STAFF_TONES, STATES as WORDS } from '../../generated/words/inquiries'
import { TONES as ORDER_TONES, STATES as ORDERS } from '../../generated/words/orders'
import { STAFF_TONES as SERVICE_TONES, STATES as SERVICES } from '../../generated/words/services'
import { tags } from '../../src/ui/tags'
import type { Beside } from './queries'

export { CATEGORIES }

export const STATES = tags(WORDS, STAFF_TONES)

export const ACTIONS: Record<string, string> = {
  taken: '담당자 지정',
  released: '담당자 해제',
  answered: '답변',
  closed: '답변 없이 종료',
  reopened: '다시 열기',
  image_hidden: '사진 가리기',
}

export const serviceState = tags(SERVICES, SERVICE_TONES)
export const orderState = tags(ORDERS, ORDER_TONES)

export const OWED: Record<NonNullable<Beside['owes']>[number]['state'], string> = {
  awaiting_deposit: ORDERS.awaiting_deposit,
  past_due: '정기결제 실패',
  suspended: '미납으로 정지',
}

export const BODY_LONGEST = 5_000

/** The length in characters as the server counts them: an emoji is one. */
export const lengthOf = (text: string) => [...text].length
