import type { BillingMethod, Subscription } from '../api/types'
import { day } from '../korean/dates'
import { hasPage, useConfig } from '../site'
import { ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { SubscriptionCard } from './subscription-card'
import { endOf, productOf } from './words'

interface SubscriptionsSectionProps {
  subscriptions: Subscription[]
  cards: BillingMethod[]
}

export function SubscriptionsSection({ subscriptions, cards }: SubscriptionsSectionProps) {
  const running = subscriptions.filter(({ state }) => state !== 'ended')
  const ended = subscriptions.filter(({ state }) => state === 'ended')
  return (
    <section aria-labelledby="subscriptions">
      <h2 id="subscriptions" className="mb-4 text-title-s">
        정기결제
      </h2>
      <div className="grid gap-6">
        {running.map((subscription) => (
          <SubscriptionCard key={subscription.id} subscription={subscription} cards={cards} />
        ))}
        {running.length === 0 && <NoneRunning />}
      </div>
      {ended.length > 0 && (
        <details className="group mt-6">
          <summary className="inline-flex min-h-11 items-center gap-1 text-ink-2 text-small underline decoration-line underline-offset-4 hover:text-ink">
            종료된 정기결제 {ended.length}개
          </summary>
          <ul className="mt-2 divide-y divide-line border-line border-y">
            {ended.map((subscription) => (
              <li key={subscription.id} className="figures py-4">
                <p className="font-medium text-small">{productOf(subscription)}</p>
                <p className="text-caption text-ink-2">
                  {day(subscription.startedAt)} 시작 · {endOf(subscription)}
                </p>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}

const SHOPS = [
  { to: '/static-ip/payment/billing', label: '고정 IP 정기결제' },
  { to: '/dynamic-ip/payment/billing', label: '유동 IP 정기결제' },
  { to: '/static-ip', label: '고정 IP 보기' },
]

function NoneRunning() {
  const config = useConfig()
  const shop = SHOPS.find(({ to }) => hasPage(to, config))
  return (
    <EmptyState
      action={
        shop && (
          <ButtonLink to={shop.to} kind="quiet">
            {shop.label}
          </ButtonLink>
        )
      }
    >
      이용 중인 정기결제가 없습니다.
    </EmptyState>
  )
}
