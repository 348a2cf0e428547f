import { TROUBLES } from '../../generated/words/order-desk'
import { KINDS, METHODS, STATES as ORDERS, TONES } from '../../generated/words/orders'
import { TONES as PAYMENT_TONES, STATES as PAYMENTS } from '../../generated/words/payments'
import { TONES as REFUND_TONES, STATES as REFUNDS } from '../../generated/words/refunds'
import type { TagWord } from '../../src/ui/tag'
import { tags } from '../../src/ui/tags'
import type { OrderLine, Payment } from './queries'

export const STATES = tags(ORDERS, TONES)

export const REFUND_STATES = tags(REFUNDS, REFUND_TONES)

const PAYMENT_STATES = tags(PAYMENTS, PAYMENT_TONES)

/** Money that the bank took back, or that came after its refund, is not simply approved. */
export function wordOfPayment({ state, reversedAt, heldAfterRefundAt }: Payment): TagWord {
  if (reversedAt) return { word: TROUBLES.reversed, tone: 'danger' }
  if (heldAfterRefundAt) return { word: TROUBLES.held_after_refund, tone: 'danger' }
  return PAYMENT_STATES[state]
}

export { KINDS, METHODS }

/** What was ordered: `서울 고정 IP · 3개월 · 2개`. */
export const whatOf = ({ planName, months, quantity }: OrderLine['what']) =>
  [planName, `${months}개월`, quantity > 1 && `${quantity}개`].filter(Boolean).join(' · ')
