import type { Order } from '../api/types'
import { dayAndTime } from '../korean/dates'
import { hasPage, useConfig } from '../site'
import { paymentMethodsPath } from '../subscriptions/paths'
import { ButtonLink } from '../ui/button'
import { Tag } from '../ui/tag'
import { CancelOrder } from './cancel-order'
import { kindOf, payAgainPath, productOf, shopOf, stateOf } from './words'

/** The product and state of an order, and what can be done next. */
export function OrderHead({ order }: { order: Order }) {
  const { word, tone } = stateOf(order)
  return (
    <section aria-label="주문 상태" className="rounded-card bg-surface p-5 sm:p-6">
      <p className="figures flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-caption text-ink-2">
        {dayAndTime(order.createdAt)} · {kindOf(order)}
        <Tag tone={tone}>{word}</Tag>
      </p>
      <h2 className="mt-2 text-title-s">{productOf(order)}</h2>
      <p className="mt-2 max-w-text text-ink-2" role="status">
        {sentenceOf(order)}
      </p>
      <NextStep order={order} />
    </section>
  )
}

function sentenceOf({ state, failure, deposit, planKind, subscriptionId, refund }: Order): string {
  switch (state) {
    case 'awaiting_payment':
      return '아직 결제되지 않았습니다. 결제를 마치지 않으면 주문이 자동으로 취소됩니다.'
    case 'awaiting_deposit':
      return deposit
        ? `${dayAndTime(deposit.dueAt)}까지 입금해 주세요. 기한이 지나면 주문이 자동 취소됩니다.`
        : '입금 계좌를 발급하고 있습니다.'
    case 'due':
      return failure?.detail ?? '결제일에 등록하신 카드로 결제됩니다.'
    case 'confirming':
      return '결제 결과를 확인하고 있습니다. 따로 하실 일은 없습니다.'
    case 'paid':
      return planKind === 'ticket'
        ? '결제가 완료되었습니다. 남은 교체권은 IP 교체권 내역에서 확인하실 수 있습니다.'
        : '결제가 완료되었습니다. 이용 상태는 이용현황에서 확인하실 수 있습니다.'
    case 'failed':
      return failure?.detail ?? '결제되지 않았습니다. 금액은 청구되지 않았습니다.'
    case 'expired':
      return subscriptionId
        ? '결제되지 않아 끝난 주문입니다. 금액은 청구되지 않았습니다.'
        : '기한이 지나 주문이 취소되었습니다. 금액은 청구되지 않았습니다.'
    case 'cancelled':
      return '주문이 취소되었습니다. 금액은 청구되지 않았습니다.'
    default:
      if (refund?.state === 'awaiting_account') return '환불받으실 계좌를 아래에 입력해 주세요.'
      return failure?.detail ?? '환불 내용은 아래에서 확인하실 수 있습니다.'
  }
}

function NextStep({ order }: { order: Order }) {
  const config = useConfig()
  const step = stepOf(order)
  if (!step && !order.mayCancel) return null
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {step && hasPage(step.to, config) && (
        <ButtonLink to={step.to} kind="quiet" size="small">
          {step.label}
        </ButtonLink>
      )}
      {order.mayCancel && <CancelOrder order={order} />}
    </div>
  )
}

function stepOf(order: Order): { to: string; label: string } | null {
  const { state, planKind, subscriptionId } = order
  if (state === 'awaiting_payment') return { to: payAgainPath(order), label: '이어서 결제하기' }
  if (state === 'paid')
    return planKind === 'ticket'
      ? { to: '/mypage/tickets?page=1', label: 'IP 교체권 내역' }
      : { to: '/mypage/service-status/normal?page=1', label: '이용현황 보기' }
  if (state === 'due' || (state === 'failed' && subscriptionId))
    return { to: paymentMethodsPath(subscriptionId), label: '정기결제 관리' }
  if (state === 'failed' || state === 'expired' || state === 'cancelled' || state === 'refunded')
    return { to: shopOf(order), label: '다시 구매하기' }
  return null
}
