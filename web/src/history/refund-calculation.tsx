import { useEffect, useRef } from 'react'
import type { Order, RefundQuote } from '../api/types'
import { dayAndTime } from '../korean/dates'
import { figures, won } from '../korean/money'
import { FactRows } from '../ui/fact-rows'
import { REFUND_MODES } from './words'

const signed = (amount: number) => (amount < 0 ? `−${won(-amount)}` : won(amount))
const points = (amount: number) => `${figures(amount)}포인트`

/** The steps from the amount paid to the amount returned. */
export const lineRows = (lines: RefundQuote['lines']) =>
  lines.map(({ label, amount }) => ({ name: label, value: signed(amount) }))

/**
 * Itemises a refund from the amount paid to the amount returned, so that the buyer can check it. It takes the focus,
 * because the button that asked for it is gone, and so that screen readers read it.
 */
export function RefundCalculation({ quote, order }: { quote: RefundQuote; order: Order }) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <section ref={place} tabIndex={-1} aria-label="환불 금액" className="rounded-card bg-surface p-5">
      <p className="max-w-text text-small">
        {REFUND_MODES[quote.mode]}
        {quote.penaltyAmount > 0 &&
          ' 위약금은 주문하실 때의 환불 기준으로 계산했습니다. 기준은 ‘계약 내용 보기’에 있습니다.'}
      </p>
      <p className="mt-1 text-caption text-ink-2">{basisOf(quote)}</p>
      <div className="mt-4 border-line border-t pt-4">
        <FactRows
          rows={[
            ...lineRows(quote.lines),
            { name: '돌려받으실 금액', value: won(quote.amount), isTotal: true },
            quote.points > 0 ? { name: '돌려받으실 포인트', value: points(quote.points) } : null,
            quote.pointsClawedBack > 0
              ? { name: '회수되는 적립 포인트', value: `−${points(quote.pointsClawedBack)}` }
              : null,
          ]}
        />
      </div>
      <ul className="figures mt-4 grid gap-1 border-line border-t pt-4 text-caption text-ink-2">
        <li>{consequenceOf(order)}</li>
        {order.payMethod !== 'virtualAccount' && quote.amount > 0 && (
          <li>결제하신 수단({order.paymentMethod ?? '결제수단'})으로 돌려드립니다.</li>
        )}
        <li>이 금액은 {dayAndTime(quote.quoteUntil)}까지 그대로입니다.</li>
      </ul>
    </section>
  )
}

/** What the amount is based on: the tickets left, or the days used. */
function basisOf({ ticketsBought, ticketsLeft, usedDays, totalDays, mode }: RefundQuote): string {
  if (ticketsBought !== null)
    return `구매하신 ${ticketsBought}장 가운데 ${ticketsLeft ?? 0}장이 남아 있습니다.`
  if (mode === 'full') return `전체 ${totalDays}일`
  return `전체 ${totalDays}일 가운데 ${usedDays}일 이용`
}

function consequenceOf({ planKind, subscriptionId, kind }: Order): string {
  if (planKind === 'ticket') return '환불하시면 남은 IP 교체권이 회수됩니다.'
  if (subscriptionId) return '환불하시면 정기결제가 해지되고 이용이 바로 끝납니다.'
  if (kind === 'renewal') return '환불하시면 연장하신 기간만 취소됩니다.'
  return planKind === 'static'
    ? '환불하시면 이용이 바로 끝나며, 지금 쓰시는 IP는 다시 받으실 수 없습니다.'
    : '환불하시면 이용이 바로 끝납니다.'
}
