import { STATES as ORDERS } from '../../generated/words/orders'
import { TONES as PAYMENT_TONES, STATES as PAYMENTS } from '../../generated/words/payments'
import { END_REASONS, TONES, STATES as WORDS } from '../../generated/words/subscriptions'
import { tags } from '../../src/ui/tags'

export const STATES = tags(WORDS, TONES)

export { END_REASONS as ENDS }

/** States of an attempt at the provider. */
export const ATTEMPTS = tags(PAYMENTS, PAYMENT_TONES)

export const HAPPENINGS: Record<string, string> = {
  started: '정기결제 시작',
  stop_requested: '해지 신청',
  suspended: WORDS.suspended,
  ended: WORDS.ended,
  price_asked: '인상 안내',
  price_agreed: '인상에 동의',
  price_declined: END_REASONS.price_declined,
  paid: ORDERS.paid,
  refused: PAYMENTS.refused,
  refunded: ORDERS.refunded,
}
