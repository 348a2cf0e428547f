import { ChangeButtons } from '../desk/change-buttons'
import type { Made } from '../desk/use-press'
import type { Subscription } from './queries'

const OUTCOMES: Record<string, string> = {
  paid: '결제되었습니다.',
  refused: '카드사가 결제를 거절했습니다.',
  under_way: '결과를 기다리고 있습니다. 잠시 후 다시 확인해 주세요.',
}

const outcomeOf = ({ outcome, detail }: Made) => [OUTCOMES[String(outcome)], detail].filter(Boolean).join(' ')

/** What can be done with it now, each with the reason where it cannot. */
export function SubscriptionActions({ subscription }: { subscription: Subscription }) {
  const { id, whyNotStop, whyNotCharge } = subscription
  return (
    <ChangeButtons
      target={id}
      changes={[
        ['subscriptions.charge', whyNotCharge, { says: outcomeOf }],
        ['subscriptions.stop', whyNotStop, { typedName: String(id) }],
      ]}
    />
  )
}
