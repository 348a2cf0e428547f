import type { Column } from '../frame/column'
import type { Filter } from '../frame/filter'
import { ListScreen } from '../frame/list-screen'
import { Money } from '../frame/money'
import { When } from '../frame/when'
import { SUBSCRIPTIONS, type SubscriptionLine } from './queries'
import { SubscriptionSheet } from './subscription-sheet'
import { SubscriptionState } from './subscription-state'
import { RISES, STATES } from './words'

const COLUMNS: Column<SubscriptionLine>[] = [
  { key: 'payer', label: '회원', cell: ({ id, payer }) => payer.name || `정기결제 ${id}` },
  {
    key: 'plan',
    label: '상품',
    cell: ({ planName, months, quantity }) =>
      `${planName} ${months}개월${quantity > 1 ? ` × ${quantity}` : ''}`,
  },
  { key: 'state', label: '상태', cell: (line) => <SubscriptionState of={line} /> },
  { key: 'amount', label: '금액', cell: ({ amount }) => <Money won={amount} />, isFigure: true },
  {
    key: 'dueAt',
    label: '다음 결제',
    cell: ({ state, stopping, dueAt }) => <When at={state === 'ended' || stopping ? null : dueAt} />,
  },
  {
    key: 'tries',
    label: '거절',
    cell: ({ tries, failureBrief }) => tries > 0 && [`${tries}회`, failureBrief].filter(Boolean).join(' · '),
  },
  { key: 'rise', label: '인상', cell: ({ rise }) => rise && RISES[rise] },
  { key: 'retryAt', label: '다시 시도', cell: ({ retryAt }) => <When at={retryAt} />, isExtra: true },
  { key: 'paidUntil', label: '결제된 기간', cell: ({ paidUntil }) => <When at={paidUntil} />, isExtra: true },
  { key: 'startedAt', label: '시작', cell: ({ startedAt }) => <When at={startedAt} />, isExtra: true },
]

const FILTERS: Filter[] = [
  {
    kind: 'select',
    name: 'state',
    label: '상태',
    options: Object.entries(STATES).map(([value, { word }]) => ({ value, label: word })),
  },
  {
    kind: 'select',
    name: 'dunning',
    label: '밀린 결제',
    options: [
      { value: 'true', label: '밀림' },
      { value: 'false', label: '밀리지 않음' },
    ],
  },
  {
    kind: 'select',
    name: 'stopping',
    label: '해지',
    options: [
      { value: 'true', label: '해지 예정' },
      { value: 'false', label: '계속' },
    ],
  },
  {
    kind: 'select',
    name: 'rise',
    label: '가격 인상',
    options: Object.entries(RISES).map(([value, label]) => ({ value, label })),
  },
  { kind: 'dates', name: 'due', label: '결제 예정일', from: 'dueFrom', to: 'dueTo' },
  { kind: 'text', name: 'plan', label: '상품 번호' },
  { kind: 'text', name: 'member', label: '회원 번호' },
]

const VIEWS = [
  { name: '결제 밀림', query: 'dunning=true' },
  { name: '해지 예정', query: 'stopping=true' },
  { name: '인상 동의 대기', query: 'rise=asked' },
]

/** Every recurring payment; with a span of days those that are charged then, by day. */
export function Component() {
  return (
    <ListScreen<SubscriptionLine>
      title="정기결제"
      label="정기결제"
      path={SUBSCRIPTIONS}
      columns={COLUMNS}
      filters={FILTERS}
      views={VIEWS}
      search="번호, 주문번호, 메일, 휴대폰, 이름 전체"
      idOf={({ id }) => String(id)}
      pageOf={({ id }) => `/console/subscriptions/${id}`}
      empty={<p>아직 정기결제가 없습니다. 회원이 카드를 등록하고 정기결제로 주문하면 여기에 나타납니다.</p>}
      sheetTitle={(id, line) => (line ? `정기결제 ${id} · ${line.planName}` : `정기결제 ${id}`)}
      sheet={(id) => <SubscriptionSheet id={Number(id)} />}
    />
  )
}
