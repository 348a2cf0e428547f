import { useState } from 'react'
import type { Order } from '../api/types'
import { dayAndTime } from '../korean/dates'
import { Button } from '../ui/button'
import { Card } from '../ui/card'
import { TaxInvoiceForm } from './tax-invoice-form'

/** The tax invoice of a business that paid by bank. A card payment gets none: its sales slip serves as one. */
export function TaxInvoiceCard({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false)
  const { taxInvoice, mayRequestTaxInvoice } = order
  if (taxInvoice?.refusedAt)
    return (
      <Card title="세금계산서">
        <p className="figures text-small">
          {dayAndTime(taxInvoice.refusedAt)}에 발급하지 못한다고 알려 드렸습니다. 사유: {taxInvoice.refusal}
        </p>
        <p className="mt-1 text-ink-2 text-small">다시 신청하시려면 1:1 문의로 알려 주세요.</p>
      </Card>
    )
  if (taxInvoice?.issuedAt)
    return (
      <Card title="세금계산서">
        <p className="figures text-small">{dayAndTime(taxInvoice.issuedAt)}에 발급했습니다.</p>
        {taxInvoice.number && (
          <p className="figures mt-1 text-small">
            승인번호 <span className="inline-block break-all">{taxInvoice.number}</span>
          </p>
        )}
        <p className="mt-1 text-ink-2 text-small">
          홈택스에서 승인번호로 찾으실 수 있습니다. 이메일로 받지 못하셨으면 1:1 문의로 알려 주세요.
        </p>
      </Card>
    )
  if (taxInvoice)
    return (
      <Card title="세금계산서">
        <p className="figures text-small">
          {dayAndTime(taxInvoice.requestedAt)}에 신청하셨습니다. 발급되면 입력하신 이메일로 보내 드립니다.
        </p>
      </Card>
    )
  if (!mayRequestTaxInvoice) return null
  return (
    <div className="print:hidden">
      <Card
        title="세금계산서"
        lead="사업자이시면 세금계산서를 신청하실 수 있습니다. 한 번만 신청할 수 있습니다."
      >
        {isOpen ? (
          <TaxInvoiceForm orderId={order.orderId} onCancel={() => setOpen(false)} />
        ) : (
          <Button kind="quiet" size="small" onClick={() => setOpen(true)}>
            세금계산서 신청
          </Button>
        )}
      </Card>
    </div>
  )
}
