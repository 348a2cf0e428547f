import type { Order } from '../api/types'
import { dayAndTime } from '../korean/dates'
import { ButtonLink } from '../ui/button'
import { Link } from '../ui/link'
import { OutsideLink } from '../ui/outside-link'
import { Price } from '../ui/price'
import { Tag } from '../ui/tag'
import { contractPath, orderPath } from './paths'
import { kindOf, methodOf, payAgainPath, periodOf, productOf, receiptName, stateOf } from './words'

/** One order of the history. Its name links to its details. */
export function OrderRow({ order }: { order: Order }) {
  const { orderId, createdAt, amount, state, deposit } = order
  const { word, tone } = stateOf(order)
  return (
    <li className="rounded-card border border-line p-5 sm:p-6">
      <p className="figures flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-caption text-ink-2">
        <span>
          {dayAndTime(createdAt)} · {kindOf(order)}
        </span>
        <Tag tone={tone}>{word}</Tag>
      </p>
      <div className="mt-2 grid gap-x-8 gap-y-3 sm:grid-cols-[1fr_auto] sm:items-end">
        <div className="min-w-0">
          <h2 className="text-body">
            <Link
              to={orderPath(orderId)}
              className="inline-flex min-h-11 items-center decoration-line underline-offset-4 hover:underline"
            >
              {productOf(order)}
            </Link>
          </h2>
          <p className="figures text-caption text-ink-2">
            {[periodOf(order), methodOf(order)].filter(Boolean).join(' · ')}
          </p>
        </div>
        <Price amount={amount} size="large" className="justify-self-end" />
      </div>
      {deposit && state === 'awaiting_deposit' && (
        <p className="figures mt-3 rounded-control bg-warn-tint px-4 py-3 text-small text-warn">
          {deposit.bankName} {deposit.accountNumber} · {dayAndTime(deposit.dueAt)}까지 입금해 주세요.
        </p>
      )}
      <Actions order={order} />
    </li>
  )
}

function Actions({ order }: { order: Order }) {
  const { orderId, state, receiptUrl, cashReceiptUrl, paidAt, refund, mayRefund } = order
  const name = `${productOf(order)} ${dayAndTime(order.createdAt)}`
  const to = orderPath(orderId)
  return (
    <div className="mt-4 -mb-3 border-line border-t pt-2">
      <div className="-mx-2 flex flex-wrap items-center">
        <ButtonLink to={to} kind="text" aria-label={`${name} 상세보기`}>
          상세보기
        </ButtonLink>
        {state === 'awaiting_payment' && (
          <ButtonLink to={payAgainPath(order)} kind="text" aria-label={`${name} 이어서 결제하기`}>
            이어서 결제하기
          </ButtonLink>
        )}
        {receiptUrl && <OutsideLink href={receiptUrl}>{receiptName(order)}</OutsideLink>}
        {cashReceiptUrl && <OutsideLink href={cashReceiptUrl}>현금영수증</OutsideLink>}
        {paidAt && (
          <ButtonLink to={contractPath(orderId)} kind="text" aria-label={`${name} 계약 내용`}>
            계약 내용
          </ButtonLink>
        )}
        {(mayRefund || refund) && (
          <ButtonLink to={`${to}#refund`} kind="text" aria-label={`${name} ${refund ? '환불 내역' : '환불'}`}>
            {refund ? '환불 내역' : '환불'}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}
