import { useQuery } from '@tanstack/react-query'
import { Ready } from '../frame/part'
import { subscriptionQuery } from './queries'
import { SubscriptionActions } from './subscription-actions'
import { SubscriptionFacts } from './subscription-facts'

/** One recurring payment beside the list: how it stands, and what can be done now. */
export function SubscriptionSheet({ id }: { id: number }) {
  return (
    <Ready query={useQuery(subscriptionQuery(id))} shape="h-80">
      {(subscription) => (
        <div className="grid gap-6">
          <SubscriptionFacts subscription={subscription} />
          <SubscriptionActions subscription={subscription} />
        </div>
      )}
    </Ready>
  )
}
