import { useSuspenseQuery } from '@tanstack/react-query'
import { MypageFrame } from '../site/mypage-frame'
import { CardsSection } from './cards-section'
import { billingMethodsQuery, subscriptionsQuery } from './queries'
import { SubscriptionsSection } from './subscriptions-section'

export default function PaymentMethods() {
  const { data: subscriptions } = useSuspenseQuery(subscriptionsQuery)
  const { data: cards } = useSuspenseQuery(billingMethodsQuery)
  return (
    <MypageFrame title="결제수단 관리">
      <div className="grid gap-12">
        <SubscriptionsSection subscriptions={subscriptions} cards={cards} />
        <CardsSection cards={cards} />
      </div>
    </MypageFrame>
  )
}
