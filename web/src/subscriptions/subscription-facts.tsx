import type { Subscription } from '../api/types'
import { day, lastDay } from '../korean/dates'
import { won } from '../korean/money'
import { namesOf } from '../services'
import { FactRows } from '../ui/fact-rows'
import { cardOf, isOwing } from './words'

export function SubscriptionFacts({ subscription }: { subscription: Subscription }) {
  const { amount, nextAmount, months, billingMethod, services, paidUntil, startedAt } = subscription
  // For an owed charge show its own price: the old one would contradict the amount that is asked for.
  const price = isOwing(subscription) ? nextAmount : amount
  return (
    <FactRows
      rows={[
        { name: '결제 카드', value: cardOf(billingMethod) },
        { name: '이용 요금', value: `${months}개월마다 ${won(price)}` },
        { name: '이용 중인 IP', value: namesOf(services) },
        { name: '결제된 기간', value: `${lastDay(paidUntil)}까지` },
        { name: '시작일', value: day(startedAt) },
      ]}
    />
  )
}
