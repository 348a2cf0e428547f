import { ButtonLink } from '../frame/button'
import type { Column } from '../frame/column'
import type { Filter } from '../frame/filter'
import { ListScreen } from '../frame/list-screen'
import { Money } from '../frame/money'
import { State } from '../frame/state'
import { When } from '../frame/when'
import { monthFilter } from './months'
import { CASH_RECEIPTS, type CashReceipt } from './queries'

const KINDS = { income: '소득공제', expense: '지출증빙' } as const

const COLUMNS: Column<CashReceipt>[] = [
  {
    key: 'order',
    label: '주문',
    cell: ({ orderId }) => (
      <span translate="no" className="address">
        {orderId}
      </span>
    ),
  },
  { key: 'kind', label: '용도', cell: ({ kind }) => KINDS[kind] },
  {
    key: 'issued',
    label: '발급',
    cell: ({ isIssued }) => <State tone={isIssued ? 'ok' : 'warn'}>{isIssued ? '발급' : '확인 필요'}</State>,
  },
  { key: 'amount', label: '결제 금액', cell: ({ amount }) => <Money won={amount} />, isFigure: true },
  {
    key: 'returned',
    label: '환불',
    cell: ({ returned }) => <Money won={returned || null} />,
    isFigure: true,
  },
  { key: 'paidAt', label: '결제', cell: ({ paidAt }) => <When at={paidAt} /> },
]

const FILTERS: Filter[] = [
  monthFilter('결제한 달'),
  {
    kind: 'select',
    name: 'kind',
    label: '용도',
    options: Object.entries(KINDS).map(([value, label]) => ({ value, label })),
  },
  {
    kind: 'select',
    name: 'issued',
    label: '발급',
    options: [
      { value: 'true', label: '발급' },
      { value: 'false', label: '확인 필요' },
    ],
  },
]

/** Cash receipts that payments asked for; the provider issues them with the payment. */
export function Component() {
  return (
    <ListScreen<CashReceipt>
      title="현금영수증"
      label="현금영수증"
      path={CASH_RECEIPTS}
      columns={COLUMNS}
      filters={FILTERS}
      idOf={({ orderId }) => orderId}
      pageOf={({ orderId }) => `/console/orders/${orderId}`}
      empty={<p>아직 없습니다. 회원이 계좌로 결제하며 현금영수증을 신청하면 여기에 나타납니다.</p>}
      sheetTitle={(id) => `주문 ${id}`}
      sheet={(id) => (
        <div className="grid justify-items-start gap-4">
          <p>
            현금영수증은 결제대행사가 결제와 함께 발급하고 환불하면 취소합니다. ‘확인 필요’는 발급 결과가 아직
            오지 않은 것입니다.
          </p>
          <ButtonLink to={`/console/orders/${id}`}>주문 보기</ButtonLink>
        </div>
      )}
      isKeptHere
    />
  )
}
