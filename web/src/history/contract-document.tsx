import { type ReactNode, useId } from 'react'
import type { Contract } from '../api/types'
import { dayAndTime, plainDay } from '../korean/dates'
import { won } from '../korean/money'
import { namesOf } from '../services'
import { hasLogo, LogoPicture, useConfig } from '../site'
import { FactRows } from '../ui/fact-rows'
import { priceRows } from './price-lines'
import { lineRows } from './refund-calculation'
import { kindOf, methodOf, periodNameOf, periodOf, productOf, stateOf } from './words'

/** The contract as a sheet of paper. `data-print` has it printed without the rest of the page. */
export function ContractDocument({ contract }: { contract: Contract }) {
  const { shop, buyer, order, agreements, refundRule, printedAt } = contract
  const period = periodOf(order)
  const config = useConfig()
  return (
    <article
      data-print
      className="rounded-card border border-line p-6 sm:p-12 print:rounded-none print:border-0 print:p-0"
    >
      {hasLogo(config) && (
        <div className="mb-6">
          <LogoPicture config={config} alt={config.siteNm} />
        </div>
      )}
      <h1 className="text-title-m">계약 내용</h1>
      <p className="figures mt-2 text-caption text-ink-2">
        주문번호 {order.orderId} · {dayAndTime(printedAt)} 기준
      </p>
      <Part title="판매자">
        <FactRows
          rows={[
            { name: '상호', value: shop.name },
            { name: '대표자', value: shop.ceo },
            { name: '사업자등록번호', value: shop.businessNumber },
            { name: '통신판매업 신고번호', value: shop.mailOrderNumber },
            { name: '주소', value: shop.address },
            { name: '문의', value: `${shop.tel} · ${shop.email}` },
          ]}
        />
      </Part>
      <Part title="구매자">
        <FactRows
          rows={[
            { name: '이름', value: buyer.name },
            { name: '아이디', value: buyer.loginId },
            { name: '이메일', value: buyer.email },
            { name: '휴대폰 번호', value: buyer.phone },
          ]}
        />
      </Part>
      <Part title="계약한 상품">
        <FactRows
          rows={[
            { name: '상품', value: productOf(order) },
            { name: '구분', value: kindOf(order) },
            { name: periodNameOf(order), value: period && `${period} (마지막 날 24시까지)` },
            { name: '배정된 IP', value: namesOf(order.services) },
            { name: '상태', value: stateOf(order).word },
          ]}
        />
      </Part>
      <Part title="결제">
        <FactRows
          rows={[
            ...priceRows(order),
            { name: '결제수단', value: methodOf(order) },
            { name: '결제 일시', value: order.paidAt && dayAndTime(order.paidAt) },
          ]}
        />
      </Part>
      <Part title="청약철회와 환불">
        <p className="whitespace-pre-line text-small">{refundRule}</p>
      </Part>
      {order.refund && (
        <Part title="환불 내역">
          <FactRows
            rows={[
              ...lineRows(order.refund.lines),
              { name: '환불 금액', value: won(order.refund.amount), isTotal: true },
              { name: '신청 일시', value: dayAndTime(order.refund.requestedAt) },
            ]}
          />
        </Part>
      )}
      {agreements.length > 0 && (
        <Part title="동의하신 내용">
          {agreements.map(({ title, version, body, agreedAt }) => (
            <div key={title} className="mb-4 last:mb-0">
              <h3 className="text-small">{title}</h3>
              <p className="figures text-caption text-ink-2">
                {dayAndTime(agreedAt)} 동의 · {plainDay(version)} 판
              </p>
              {body && <p className="mt-1 whitespace-pre-line text-caption text-ink-2">{body}</p>}
            </div>
          ))}
        </Part>
      )}
    </article>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-8 break-inside-avoid-page border-ink border-t-2 pt-4">
      <h2 id={id} className="mb-3 text-body">
        {title}
      </h2>
      {children}
    </section>
  )
}
