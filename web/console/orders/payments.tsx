import { OutsideLink } from '../../src/ui/outside-link'
import { FactList } from '../frame/fact-list'
import { Money } from '../frame/money'
import { State } from '../frame/state'
import { When } from '../frame/when'
import type { Payment } from './queries'
import { Trace } from './trace'
import { wordOfPayment } from './words'

/** Every attempt to pay, newest first, with what the provider said in its own words. */
export function Payments({ payments }: { payments: Payment[] }) {
  if (payments.length === 0)
    return (
      <p className="text-ink-2 text-small">아직 결제를 시도하지 않았습니다. 결제창을 열면 여기에 남습니다.</p>
    )
  return (
    <ul className="grid gap-3">
      {payments.map((payment) => (
        <li key={payment.attempt} className="rounded-card border border-line p-4">
          <Attempt payment={payment} />
        </li>
      ))}
    </ul>
  )
}

function Attempt({ payment }: { payment: Payment }) {
  const { word, tone } = wordOfPayment(payment)
  const { method, card, bank, account, refusalCode, refusalMessage, paymentKey, providerOrderId } = payment
  return (
    <div className="grid gap-2">
      <h3 className="flex flex-wrap items-center gap-3 text-small">
        <span className="font-semibold">시도 {payment.attempt}</span>
        <State tone={tone}>{word}</State>
        <Money won={payment.amount} />
      </h3>
      <FactList
        facts={[
          refusalCode !== null && {
            label: '결제대행사 응답',
            value: (
              <>
                <code translate="no" className="address">
                  {refusalCode}
                </code>
                {refusalMessage && <span className="block">{refusalMessage}</span>}
              </>
            ),
          },
          { label: '수단', value: [method, card].filter(Boolean).join(' ') || '아직 모름' },
          account !== null && {
            label: '가상계좌',
            value: <span className="figures">{[bank, account].join(' ')}</span>,
          },
          { label: '요청', value: <When at={payment.requestedAt} /> },
          payment.approvedAt !== null && { label: '승인', value: <When at={payment.approvedAt} /> },
          payment.reversedAt !== null && { label: '은행이 취소', value: <When at={payment.reversedAt} /> },
          payment.heldAfterRefundAt !== null && {
            label: '환불 뒤 입금',
            value: <When at={payment.heldAfterRefundAt} />,
          },
          payment.cancelledAmount > 0 && {
            label: '돌려준 돈',
            value: <Money won={payment.cancelledAmount} />,
          },
          payment.cancelledElsewhere > 0 && {
            label: '사이트 밖에서 취소',
            value: <Money won={payment.cancelledElsewhere} />,
          },
          {
            label: '결제 키',
            value: (
              <code translate="no" className="address break-all">
                {paymentKey ?? '아직 없음'}
              </code>
            ),
          },
          payment.trace !== null && { label: '추적 번호', value: <Trace id={payment.trace} /> },
          {
            label: '결제대행사 번호',
            value: (
              <code translate="no" className="address break-all">
                {providerOrderId}
              </code>
            ),
          },
        ]}
      />
      {(payment.receiptUrl || payment.cashReceiptUrl) && (
        <p className="flex flex-wrap gap-3">
          {payment.receiptUrl && <OutsideLink href={payment.receiptUrl}>매출전표</OutsideLink>}
          {payment.cashReceiptUrl && <OutsideLink href={payment.cashReceiptUrl}>현금영수증</OutsideLink>}
        </p>
      )}
    </div>
  )
}
