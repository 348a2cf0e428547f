import type { Subscription } from '../api/types'
import { day } from '../korean/dates'
import { endOf, productOf } from './words'

export function EndedSubscription({ subscription }: { subscription: Subscription }) {
  return (
    <li className="figures py-4">
      <p className="font-medium text-small">{productOf(subscription)}</p>
      <p className="text-caption text-ink-2">
        {day(subscription.startedAt)} 시작 · {endOf(subscription)}
      </p>
    </li>
  )
}
