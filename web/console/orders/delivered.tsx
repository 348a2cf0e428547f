import { POINTS } from '../../generated/words/ledgers'
import { CASH_RECEIPTS } from '../../generated/words/orders'
import { STATES } from '../../generated/words/services'
import { day, lastDay } from '../../src/korean/dates'
import { Link } from '../../src/ui/link'
import { FactList } from '../frame/fact-list'
import type { Order } from './queries'

/** What the order gave: services with their addresses, points, and the papers about it. */
export function Delivered({ order }: { order: Order }) {
  const { services, points, cashReceipt, taxInvoiceAt } = order
  return (
    <div className="grid gap-4">
      {services.length === 0 ? (
        <p className="text-ink-2 text-small">이 주문으로 이용하는 서비스가 없습니다.</p>
      ) : (
        <ul className="grid gap-2 text-small">
          {services.map(({ id, address, state, startsAt, endsAt, refundedAt }) => (
            <li key={id} className="flex flex-wrap items-baseline gap-x-3">
              <Link to={`/console/services/${id}`} className="underline underline-offset-4">
                서비스 {id}
              </Link>
              {address && (
                <span translate="no" className="address">
                  {address}
                </span>
              )}
              <span>{STATES[state]}</span>
              <span className="figures text-ink-2">
                {day(startsAt)} – {lastDay(endsAt)}
                {refundedAt && ' (환불함)'}
              </span>
            </li>
          ))}
        </ul>
      )}
      <FactList
        facts={[
          ...points.map(({ kind, amount }) => ({
            label: `포인트 ${POINTS[kind]}`,
            value: (
              <span className="figures">
                {amount > 0 ? '+' : '−'}
                {Math.abs(amount).toLocaleString()}P
              </span>
            ),
          })),
          { label: '현금영수증', value: CASH_RECEIPTS[cashReceipt] },
          { label: '세금계산서', value: taxInvoiceAt ? `${day(taxInvoiceAt)} 신청` : '신청하지 않음' },
        ]}
      />
    </div>
  )
}
