import { useLocation } from 'react-router'
import type { Order } from '../api/types'
import { productAt, tillAt } from '../catalog/paths'
import { orderPath } from '../history/paths'
import { dayAndTime } from '../korean/dates'
import { figures, won } from '../korean/money'
import { hasPage, useConfig } from '../site'
import { ButtonLink } from '../ui/button'
import { Callout } from '../ui/callout'
import { PageError } from '../ui/page-error'
import { Spinner } from '../ui/spinner'
import { wayBack } from './last-order'

const ToHistory = () => (
  <ButtonLink to="/mypage/payment-history?page=1" kind="quiet">
    결제내역 보기
  </ButtonLink>
)

/** Shown until the outcome is known. It says that reloading or closing the page does no harm. */
export function Checking({ isRetrying, outcomeBy }: { isRetrying: boolean; outcomeBy?: string | null }) {
  return (
    <div className="page grid justify-items-center gap-4 py-26 text-center">
      <Spinner className="size-8 text-accent" />
      <h1 className="mt-2 text-title-m" aria-live="polite">
        결제 결과를 확인하고 있습니다
      </h1>
      <p className="max-w-text text-ink-2">
        잠시만 기다려 주세요. 새로고침하거나 창을 닫아도 두 번 결제되지 않으며, 결과는 이메일로도 보내
        드립니다.
      </p>
      {outcomeBy && (
        <p className="max-w-text text-ink-2">
          결제대행사의 답이 늦어 몇 초마다 다시 확인하고 있습니다. 결과는 {dayAndTime(outcomeBy)}까지
          정해지며, 그때까지 결제되지 않으면 금액은 청구되지 않고 주문이 끝납니다.
        </p>
      )}
      {isRetrying && <Callout tone="info">연결이 고르지 않아 자동으로 다시 확인하고 있습니다.</Callout>}
    </div>
  )
}

/** A paid order whose money is being refunded or was, on request or because the goods could not be provided. */
export function Refunded({ order }: { order: Order }) {
  const config = useConfig()
  const { path } = productAt(useLocation().pathname)
  const { refund, failure, state, orderId } = order
  const isDone = state === 'refunded'
  const wasRequested = refund !== null && refund.mode !== 'unfulfilled'
  if (wasRequested)
    return (
      <PageError
        title={isDone ? '환불이 완료된 주문입니다' : '환불을 처리하고 있는 주문입니다'}
        action={<ButtonLink to={orderPath(orderId)}>주문 상세 보기</ButtonLink>}
      >
        <p>환불 금액과 처리 상태는 주문 상세에서 확인하실 수 있습니다.</p>
      </PageError>
    )
  return (
    <PageError
      title={isDone ? '결제 금액을 모두 돌려드렸습니다' : '결제 금액을 돌려드리고 있습니다'}
      action={
        <>
          {hasPage(path, config) && <ButtonLink to={path}>다시 구매하기</ButtonLink>}
          {refund?.state === 'awaiting_account' && <ToHistory />}
        </>
      }
    >
      <p>{failure?.detail ?? '주문하신 상품을 제공하지 못해 결제를 취소했습니다.'}</p>
      <p className="figures mt-2">
        환불 금액 <strong className="text-ink">{won(order.amount)}</strong>
        {order.pointsUsed > 0 && ` · ${figures(order.pointsUsed)}포인트`} · 주문번호 {orderId}
      </p>
      <p className="mt-2">{refundNote(order, isDone)}</p>
    </PageError>
  )
}

function refundNote({ refund }: Order, isDone: boolean): string {
  if (refund?.state === 'awaiting_account')
    return '결제내역에서 환불받으실 계좌를 입력해 주세요. 확인되는 대로 보내 드립니다.'
  return isDone
    ? '카드사나 은행에 따라 내역이 보이기까지 며칠 걸릴 수 있습니다.'
    : '따로 하실 일은 없습니다. 끝나면 이메일로 알려 드립니다.'
}

/** Titles, by code, for refusals that do not mean that nothing was paid. */
const TITLES: Record<string, string> = {
  order_closed: '이미 끝난 주문입니다',
  order_not_found: '주문을 찾을 수 없습니다',
}

interface RefusedProps {
  /** `null` if the provider did not name the order. */
  orderId: string | null
  detail: string | undefined
  code?: string | undefined
}

export function Refused({ orderId, detail, code = '' }: RefusedProps) {
  const config = useConfig()
  const { to, keepsChoice } = wayBack(tillAt(useLocation().pathname), orderId)
  return (
    <PageError
      title={TITLES[code] ?? '결제되지 않았습니다'}
      action={
        <>
          {hasPage(to, config) && <ButtonLink to={to}>다시 결제하기</ButtonLink>}
          <ToHistory />
        </>
      }
    >
      <p role="alert">
        {detail ?? '결제가 완료되지 않았습니다. 금액은 청구되지 않았으니 다시 주문해 주세요.'}
      </p>
      {keepsChoice && <p className="mt-2">선택하신 내용은 그대로 남아 있습니다.</p>}
    </PageError>
  )
}

/** Shown if the address names no payment to confirm. */
export function NoReceipt() {
  return (
    <PageError title="확인할 결제가 없습니다" action={<ToHistory />}>
      <p>결제를 마치셨다면 결제내역에서 확인하실 수 있습니다.</p>
    </PageError>
  )
}

/** Shown if the provider's window reports a failure for an order that we have recorded as paid. */
export function AlreadyPaid({ orderId }: { orderId: string }) {
  return (
    <PageError
      title="이미 결제된 주문입니다"
      action={<ButtonLink to={orderPath(orderId)}>주문 상세 보기</ButtonLink>}
    >
      <p>결제가 완료되어 바로 이용하실 수 있습니다.</p>
    </PageError>
  )
}
