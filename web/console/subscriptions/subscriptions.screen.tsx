import { DeclaredList } from '../desk/declared-list'
import { When } from '../frame/when'
import type { SubscriptionLine } from './queries'
import { SubscriptionSheet } from './subscription-sheet'
import { SubscriptionState } from './subscription-state'

const own = {
  payer: ({ id, payer }: SubscriptionLine) => payer.name || `정기결제 ${id}`,
  plan: ({ plan: { name, months, quantity } }: SubscriptionLine) =>
    `${name} ${months}개월${quantity > 1 ? ` × ${quantity}` : ''}`,
  state: (line: SubscriptionLine) => <SubscriptionState of={line} />,
  dueAt: ({ state, stopping, dueAt }: SubscriptionLine) => (
    <When at={state === 'ended' || stopping ? null : dueAt} />
  ),
  tries: ({ tries, failureBrief }: SubscriptionLine) =>
    tries > 0 && [`${tries}회`, failureBrief].filter(Boolean).join(' · '),
}

const VIEWS = [
  { name: '결제 밀림', query: 'dunning=true' },
  { name: '해지 예정', query: 'stopping=true' },
  { name: '인상 동의 대기', query: 'rise=asked' },
]

/** Every recurring payment; with a span of days those that are charged then, by day. */
export function Component() {
  return (
    <DeclaredList<SubscriptionLine>
      list="subscriptions"
      title="정기결제"
      own={own}
      views={VIEWS}
      idOf={({ id }) => String(id)}
      pageOf={({ id }) => `/console/subscriptions/${id}`}
      empty={<p>아직 정기결제가 없습니다. 회원이 카드를 등록하고 정기결제로 주문하면 여기에 나타납니다.</p>}
      sheetTitle={(id, line) => (line ? `정기결제 ${id} · ${line.plan.name}` : `정기결제 ${id}`)}
      sheet={(id) => <SubscriptionSheet id={Number(id)} />}
    />
  )
}
