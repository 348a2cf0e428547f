import type { Column } from '../frame/column'
import type { Filter } from '../frame/filter'
import { ListScreen } from '../frame/list-screen'
import { Money } from '../frame/money'
import { State } from '../frame/state'
import { When } from '../frame/when'
import { BuyerLink } from './buyer-link'
import { OrderSheet } from './order-sheet'
import { ORDERS, type OrderLine } from './queries'
import { KINDS, METHODS, optionsOf, REFUND_STATES, STATES, whatOf } from './words'

const COLUMNS: Column<OrderLine>[] = [
  { key: 'id', label: '주문번호', cell: ({ id }) => <span className="figures">{id}</span> },
  { key: 'buyer', label: '회원', cell: ({ buyer }) => <BuyerLink buyer={buyer} /> },
  { key: 'what', label: '상품', cell: (line) => <span className="line-clamp-1">{whatOf(line)}</span> },
  {
    key: 'state',
    label: '상태',
    cell: ({ state }) => <State tone={STATES[state].tone}>{STATES[state].word}</State>,
  },
  { key: 'method', label: '결제수단', cell: ({ method }) => METHODS[method] },
  {
    key: 'amount',
    label: '금액',
    cell: ({ amount }) => <Money won={amount} />,
    isFigure: true,
    order: 'amount',
  },
  { key: 'time', label: '주문한 때', cell: ({ createdAt }) => <When at={createdAt} />, order: 'time' },
  { key: 'kind', label: '구분', cell: ({ kind }) => KINDS[kind], isExtra: true },
  {
    key: 'refund',
    label: '환불',
    cell: ({ refundState }) =>
      refundState && <State tone={REFUND_STATES[refundState].tone}>{REFUND_STATES[refundState].word}</State>,
    isExtra: true,
  },
  {
    key: 'due',
    label: '입금 기한',
    cell: ({ depositDueAt }) => <When at={depositDueAt} empty="–" />,
    isExtra: true,
  },
]

const FILTERS: Filter[] = [
  { kind: 'select', name: 'state', label: '상태', options: optionsOf(STATES) },
  { kind: 'dates', name: 'at', label: '기간', from: 'from', to: 'to' },
  { kind: 'select', name: 'method', label: '결제수단', options: optionsOf(METHODS) },
  { kind: 'select', name: 'refund', label: '환불', options: optionsOf(REFUND_STATES) },
  {
    kind: 'select',
    name: 'trouble',
    label: '확인할 입금',
    options: [
      { value: 'reversed', label: '은행이 입금 취소' },
      { value: 'held_after_refund', label: '환불 뒤 다시 입금' },
    ],
  },
  { kind: 'select', name: 'kind', label: '구분', options: optionsOf(KINDS) },
  { kind: 'amounts', name: 'amount', label: '금액', from: 'amountFrom', to: 'amountTo' },
  { kind: 'text', name: 'member', label: '회원 번호' },
]

const VIEWS = [
  { name: '입금 대기', query: 'state=awaiting_deposit' },
  { name: '환불 계좌 대기', query: 'refund=awaiting_account' },
  { name: '멈춘 환불', query: 'refund=stuck' },
]

/** Every order, and by its views those whose money somebody waits for. */
export function Component() {
  return (
    <ListScreen<OrderLine>
      title="주문·결제"
      label="주문 목록"
      path={ORDERS}
      columns={COLUMNS}
      filters={FILTERS}
      views={VIEWS}
      search="주문번호, 결제 키, 카드 끝 4자리"
      idOf={({ id }) => id}
      nameOf={({ id }) => `주문 ${id}`}
      pageOf={({ id }) => `/console/orders/${id}`}
      empty={<p>아직 주문이 없습니다. 회원이 상품을 주문하면 여기에 바로 나타납니다.</p>}
      sheetTitle={(id) => `주문 ${id}`}
      sheet={(id) => <OrderSheet id={id} />}
    />
  )
}
