import { Link } from '../../src/ui/link'
import { FactList } from '../frame/fact-list'
import { Money } from '../frame/money'
import { When } from '../frame/when'
import type { Subscription } from './queries'
import { SubscriptionState } from './subscription-state'
import { ENDS } from './words'

const LINK = 'underline underline-offset-4'

/** What it is, and how it stands: due when and how much, how far dunning has come, and which card is charged. */
export function SubscriptionFacts({ subscription }: { subscription: Subscription }) {
  const { state, stopping, card, failure, endReason } = subscription
  const isOver = state === 'ended'
  return (
    <FactList
      facts={[
        { label: '상태', value: <SubscriptionState of={subscription} /> },
        {
          label: '회원',
          value: (
            <Link to={`/console/members/${subscription.payer.id}`} className={LINK}>
              {subscription.payer.name || subscription.payer.id}
            </Link>
          ),
        },
        {
          label: '상품',
          value: `${subscription.planName} ${subscription.months}개월 × ${subscription.quantity}`,
        },
        !isOver && !stopping && { label: '다음 결제', value: <When at={subscription.dueAt} /> },
        !isOver && !stopping && { label: '결제할 금액', value: <Money won={subscription.nextAmount} /> },
        { label: '결제된 기간', value: <When at={subscription.paidUntil} /> },
        subscription.tries > 0 && { label: '거절된 횟수', value: `${subscription.tries}회` },
        failure !== null && {
          label: '마지막 거절',
          value: (
            <>
              {failure.detail}
              <code translate="no" className="block text-caption text-ink-2">
                {failure.code}
              </code>
            </>
          ),
        },
        subscription.retryAt !== null && { label: '다시 시도', value: <When at={subscription.retryAt} /> },
        subscription.graceUntil !== null && {
          label: '정지 예정',
          value: <When at={subscription.graceUntil} />,
        },
        state === 'suspended' && { label: 'IP 회수 예정', value: <When at={subscription.releaseAt} /> },
        subscription.stopRequestedAt !== null && {
          label: '해지 신청',
          value: <When at={subscription.stopRequestedAt} />,
        },
        endReason !== null && {
          label: '종료',
          value: (
            <>
              {ENDS[endReason]}, <When at={subscription.endedAt} />
            </>
          ),
        },
        card !== null && {
          label: '카드',
          value: (
            <>
              {card.issuer} <span className="figures">{card.number}</span> {card.cardType}
              {card.state !== 'active' && <span className="block text-warn">삭제된 카드입니다.</span>}
            </>
          ),
        },
        subscription.services.length > 0 && {
          label: '서비스',
          value: subscription.services.map(({ id, address }) => (
            <Link key={id} to={`/console/services/${id}`} className={`${LINK} mr-3`}>
              {address ?? `서비스 ${id}`}
            </Link>
          )),
        },
      ]}
    />
  )
}
