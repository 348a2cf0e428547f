import { figures } from '../../src/korean/money'
import { Link } from '../../src/ui/link'
import { FactList } from '../frame/fact-list'
import { Money } from '../frame/money'
import { State } from '../frame/state'
import type { Holdings } from './queries'

const LINK = 'underline decoration-line underline-offset-4'

/** What a member has and owes, each leading to where it is listed. */
export function HoldingsList({ id, holdings }: { id: number; holdings: Holdings }) {
  const { points, tickets, servicesInUse, subscriptions, subscriptionAmount, pastDue } = holdings
  return (
    <FactList
      facts={[
        { label: '포인트', value: <span className="figures">{figures(points)}</span> },
        { label: 'IP 교체권', value: <span className="figures">{figures(tickets)}장</span> },
        {
          label: '이용 중인 서비스',
          value: (
            <Link to={`/console/services?member=${id}`} className={LINK}>
              {figures(servicesInUse)}개
            </Link>
          ),
        },
        {
          label: '정기결제',
          value: (
            <span className="inline-flex flex-wrap items-center gap-x-3">
              <Link to={`/console/subscriptions?member=${id}`} className={LINK}>
                {figures(subscriptions)}건
              </Link>
              {subscriptions > 0 && (
                <span>
                  한 번에 <Money won={subscriptionAmount} />
                </span>
              )}
              {pastDue > 0 && <State tone="danger">{`미납 ${figures(pastDue)}건`}</State>}
            </span>
          ),
        },
        {
          label: '주문',
          value: (
            <Link to={`/console/orders?member=${id}`} className={LINK}>
              {figures(holdings.orders)}건
            </Link>
          ),
        },
        { label: '낸 돈', value: <Money won={holdings.paid} /> },
        { label: '돌려준 돈', value: <Money won={holdings.returned} /> },
        holdings.inquiriesOpen > 0 && {
          label: '답할 문의',
          value: (
            <Link to={`/console/inquiries?member=${id}`} className={LINK}>
              {figures(holdings.inquiriesOpen)}건
            </Link>
          ),
        },
      ]}
    />
  )
}
