import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { won } from '../../src/korean/money'
import { Part, Ready } from '../frame/part'
import { ScreenHead } from '../frame/screen-head'
import { Timeline } from '../frame/timeline'
import { ObjectRecord } from '../record/object-record'
import { Charges } from './charges'
import { type Subscription, subscriptionQuery } from './queries'
import { Rises } from './rises'
import { SubscriptionActions } from './subscription-actions'
import { SubscriptionFacts } from './subscription-facts'
import { ENDS, HAPPENINGS } from './words'

/** One recurring payment: what it is, what can be done now, what was charged, what happened, and what staff did. */
export function Component() {
  const { id = '' } = useParams()
  return (
    <>
      <ScreenHead title={`정기결제 ${id}`} />
      <Ready query={useQuery(subscriptionQuery(Number(id)))} shape="h-120">
        {(subscription) => <Parts subscription={subscription} />}
      </Ready>
    </>
  )
}

/** A sum, a reason or the provider's code, by what happened. */
function detailOf({ what, detail }: Subscription['timeline'][number]) {
  if (what === 'ended') return ENDS[detail as keyof typeof ENDS] ?? detail
  return /^\d+$/.test(detail) ? won(Number(detail)) : detail
}

function Parts({ subscription }: { subscription: Subscription }) {
  return (
    <div className="grid gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid content-start gap-8">
        <SubscriptionFacts subscription={subscription} />
        <Part title="지금 할 수 있는 일">
          <SubscriptionActions subscription={subscription} />
        </Part>
        <Part title="결제 시도">
          <Charges charges={subscription.charges} />
        </Part>
      </div>
      <div className="grid content-start gap-8">
        <Part title="가격 인상">
          <Rises rises={subscription.rises} />
        </Part>
        <Part title="흐름">
          <Timeline
            items={subscription.timeline.map((one) => ({
              id: one.id,
              at: one.at,
              title: HAPPENINGS[one.what] ?? one.what,
              detail: detailOf(one),
            }))}
          />
        </Part>
        <ObjectRecord kind="subscription" id={subscription.id} />
      </div>
    </div>
  )
}
