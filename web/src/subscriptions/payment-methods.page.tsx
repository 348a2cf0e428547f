import { MypageFrame } from '../members'
import { usePageData } from '../pages/use-page-data'
import { CardsSection } from './cards-section'
import { paymentMethods } from './pages'
import { SubscriptionsSection } from './subscriptions-section'

export default function PaymentMethods() {
  const [{ subscriptions, cards }] = usePageData(paymentMethods)
  return (
    <MypageFrame title="결제수단 관리">
      <div className="grid gap-12">
        <SubscriptionsSection subscriptions={subscriptions} cards={cards} />
        <CardsSection cards={cards} />
      </div>
    </MypageFrame>
  )
}
