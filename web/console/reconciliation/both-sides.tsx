import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { STATES, STATUSES } from '../../generated/words/payments'
import { path } from '../../src/api/path'
import { Callout } from '../../src/ui/callout'
import { Money } from '../frame/money'
import { Ready } from '../frame/part'
import { consoleQuery } from '../frame/queries'
import { When } from '../frame/when'
import type { Sides } from './queries'

/** Each payment that the alarm is about, as we have it and as the provider has it. */
export function BothSides({ id }: { id: number }) {
  const query = useQuery(consoleQuery(path('/api/v1/console/alarms/{id}/sides', { id })))
  return (
    <Ready query={query} shape="h-40">
      {({ items }) =>
        items.length === 0 ? (
          <p className="text-ink-2 text-small">우리 장부에는 이 주문의 결제가 없습니다.</p>
        ) : (
          <div className="grid gap-5">
            {items.map((sides) => (
              <Compared key={sides.ours.providerOrderId} sides={sides} />
            ))}
          </div>
        )
      }
    </Ready>
  )
}

function Compared({ sides: { ours, theirs, isReached, difference } }: { sides: Sides }) {
  const none = isReached ? '없음' : '–'
  const lines: [string, ReactNode, ReactNode][] = [
    ['상태', STATES[ours.state], theirs ? STATUSES[theirs.status] : none],
    ['금액', <Money key="o" won={ours.amount} />, <Money key="t" won={theirs?.amount} empty={none} />],
    [
      '남은 금액',
      <Money key="o" won={ours.amount - ours.cancelledAmount} />,
      <Money key="t" won={theirs?.balance} empty={none} />,
    ],
    ['승인', <When key="o" at={ours.approvedAt} />, <When key="t" at={theirs?.approvedAt ?? null} />],
  ]
  return (
    <div className="grid gap-2">
      <table className="w-full border-collapse text-small" aria-label={`결제 ${ours.providerOrderId}`}>
        <thead>
          <tr className="border-line border-b text-left text-caption text-ink-2">
            <th scope="col" className="py-1 font-medium">
              <span className="sr-only">항목</span>
            </th>
            <th scope="col" className="py-1 font-medium">
              우리 장부
            </th>
            <th scope="col" className="py-1 font-medium">
              결제대행사
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(([label, our, their]) => (
            <tr key={label} className="border-line border-b last:border-0">
              <th scope="row" className="py-1.5 pr-3 text-left font-normal text-ink-2">
                {label}
              </th>
              <td className="py-1.5 pr-3">{our}</td>
              <td className="py-1.5">{their}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!isReached && <Callout tone="warn">결제대행사가 응답하지 않습니다. 잠시 후 다시 열어 주세요.</Callout>}
      {difference && <Callout tone="danger">양쪽이 다릅니다. 위의 상태와 금액을 비교해 주세요.</Callout>}
      {isReached && !difference && <p className="text-caption text-ink-2">지금은 양쪽이 같습니다.</p>}
    </div>
  )
}
