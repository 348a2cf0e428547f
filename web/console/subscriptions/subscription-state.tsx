import { State } from '../frame/state'
import type { SubscriptionLine } from './queries'
import { STATES } from './words'

/** How it stands; one that ends with what is paid says so. */
export function SubscriptionState({ of }: { of: Pick<SubscriptionLine, 'state' | 'stopping'> }) {
  const { word, tone } = STATES[of.state]
  return <State tone={of.stopping ? 'warn' : tone}>{of.stopping ? `${word}, 해지 예정` : word}</State>
}
