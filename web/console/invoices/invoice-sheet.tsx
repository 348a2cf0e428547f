import { useQuery } from '@tanstack/react-query'
import { path } from '../../src/api/path'
import { day } from '../../src/korean/dates'
import { ChangeButtons } from '../desk/change-buttons'
import { ButtonLink } from '../frame/button'
import { FactList } from '../frame/fact-list'
import { Money } from '../frame/money'
import { Ready } from '../frame/part'
import { consoleQuery } from '../frame/queries'
import { useMay } from '../frame/session'
import { When } from '../frame/when'
import { InvoiceState } from './invoice-state'

/** One request: whom the invoice is made out to, over how much, and what became of it. */
export function InvoiceSheet({ id }: { id: string }) {
  const may = useMay()
  const query = useQuery(consoleQuery(path('/api/v1/console/invoices/{order_id}', { order_id: id })))
  return (
    <Ready query={query} shape="h-80">
      {(invoice) => (
        <div className="grid gap-5">
          <FactList
            facts={[
              { label: '상태', value: <InvoiceState state={invoice.state} /> },
              invoice.issuedNumber !== null && {
                label: '승인번호',
                value: (
                  <span translate="no" className="address">
                    {invoice.issuedNumber}
                  </span>
                ),
              },
              invoice.issuedAt !== null && { label: '발행', value: <When at={invoice.issuedAt} /> },
              invoice.refusalReason !== null && { label: '거절 이유', value: invoice.refusalReason },
              { label: '상호', value: invoice.company },
              { label: '사업자등록번호', value: <span className="figures">{invoice.businessNumber}</span> },
              { label: '대표자', value: invoice.representative },
              { label: '메일', value: invoice.email },
              { label: '품목', value: `${invoice.planName} ${invoice.months}개월 × ${invoice.quantity}` },
              { label: '공급가액', value: <Money won={invoice.supply} /> },
              { label: '세액', value: <Money won={invoice.vat} /> },
              invoice.returned > 0 && { label: '환불', value: <Money won={invoice.returned} /> },
              { label: '작성일자', value: invoice.paidAt === null ? null : day(invoice.paidAt) },
              { label: '신청', value: <When at={invoice.requestedAt} /> },
              { label: '파일로 받음', value: <When at={invoice.exportedAt} empty="아직" /> },
            ]}
          />
          {may('invoices.issue') && invoice.state === 'open' && (
            <ChangeButtons
              target={id}
              changes={[
                ['invoices.issue', null],
                ['invoices.refuse', null],
              ]}
            />
          )}
          <div>
            <ButtonLink to={`/console/orders/${id}`}>주문 보기</ButtonLink>
          </div>
        </div>
      )}
    </Ready>
  )
}
