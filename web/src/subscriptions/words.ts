import { TONES, STATES as WORDS } from '../../generated/words/subscriptions'
import type { BillingMethod, Subscription } from '../api/types'
import { carrierBeside } from '../catalog'
import { day, lastDay } from '../korean/dates'
import { won } from '../korean/money'
import { withRo } from '../korean/particles'
import type { TagWord } from '../ui/tag'
import { tags } from '../ui/tags'

const STATES = tags(WORDS, TONES)

export const stateOf = ({ state, stopping }: Subscription): TagWord =>
  stopping && state !== 'ended' ? { word: '해지예정', tone: 'warn' } : STATES[state]

/** `고정 IP VPN · KT · 1개월 · 2개` */
export const productOf = ({ planName, carrier, months, quantity }: Subscription) =>
  [planName, carrierBeside(planName, carrier), `${months}개월`, quantity > 1 ? `${quantity}개` : '']
    .filter(Boolean)
    .join(' · ')

export const cardOf = ({ issuer, number }: Pick<BillingMethod, 'issuer' | 'number'>) => `${issuer} ${number}`

/** Whether a charge is owed: it has failed, and the subscription has not been cancelled. */
export const isOwing = ({ state, stopping }: Subscription) =>
  !stopping && (state === 'past_due' || state === 'suspended')

/** Sentences on a charge that is owed: why it failed, what to do, and what happens otherwise. */
export function troubleOf(subscription: Subscription): string[] {
  const { state, failure, retryAt, graceUntil, releaseAt } = subscription
  if (!isOwing(subscription)) return []
  const again = retryAt
    ? `${day(retryAt)}에 자동으로 다시 결제합니다. 지금 바로 결제하실 수도 있습니다.`
    : failure
      ? '' // its detail says what to do
      : '카드를 변경하거나 지금 결제해 주세요.'
  const follows =
    state === 'suspended'
      ? `이용이 정지되었습니다.${releaseAt ? ` ${lastDay(releaseAt)}까지 결제하시면 그대로 다시 이용하실 수 있으며, 그 뒤에는 서비스가 종료됩니다.` : ''}`
      : graceUntil
        ? `${lastDay(graceUntil)}까지는 계속 이용하실 수 있으며, 그때까지 결제되지 않으면 이용이 정지됩니다.`
        : ''
  return [failure?.detail ?? '결제가 되지 않았습니다.', again, follows].filter(Boolean)
}

const ENDS: Record<NonNullable<Subscription['endReason']>, string> = {
  stopped: '해지하셨습니다.',
  unpaid: '결제되지 않아 종료되었습니다.',
  refused: '첫 결제가 되지 않아 시작되지 않았습니다.',
  refunded: '환불되어 종료되었습니다.',
  price_declined: '변경된 요금에 동의하지 않으셔서 종료되었습니다.',
  member_left: '탈퇴하셔서 종료되었습니다.',
  not_sold: '판매가 끝난 상품이어서 종료되었습니다.',
}

export const endOf = ({ endReason, endedAt }: Subscription) =>
  `${endedAt ? `${day(endedAt)} ` : ''}${endReason ? ENDS[endReason] : '종료되었습니다.'}`

/** What cancelling does: a paid period runs to its end, and a charge under way may still add one. */
export function stopMessage({ paidUntil, charging }: Subscription, now: Date) {
  if (charging)
    return '진행 중인 결제의 결과를 확인하고 있습니다. 결제가 완료되면 그 기간의 마지막 날까지 이용하실 수 있으며, 그 뒤로는 결제되지 않습니다.'
  return Date.parse(paidUntil) > now.getTime()
    ? `${lastDay(paidUntil)}까지는 계속 이용하실 수 있으며, 더 이상 결제되지 않습니다.`
    : '결제된 기간이 지나 이용이 바로 종료되며, 되돌릴 수 없습니다. 더 이상 결제되지 않습니다.'
}

export const priceChangeText = ({ paidUntil, priceChange }: Subscription): string => {
  if (!priceChange) return ''
  const { chargeAt, oldAmount, newAmount } = priceChange
  return `${day(chargeAt)}부터 이용 요금이 ${won(oldAmount)}에서 ${withRo(won(newAmount))} 변경됩니다. 동의하지 않으시면 정기결제가 해지되며, ${lastDay(paidUntil)}까지는 계속 이용하실 수 있습니다.`
}
