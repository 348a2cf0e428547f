import { Link } from '../../src/ui/link'
import { Money } from '../frame/money'
import { State } from '../frame/state'
import { When } from '../frame/when'
import type { Subscription } from './queries'
import { ATTEMPTS } from './words'

/** Every charge that was tried, newest first, with the provider's own word for a refusal. */
export function Charges({ charges }: { charges: Subscription['charges'] }) {
  if (charges.length === 0) return <p className="text-ink-2 text-small">아직 결제를 시도하지 않았습니다.</p>
  return (
    <ul className="grid text-small">
      {charges.map(({ orderId, period, attempt, state, amount, at, code, detail }) => (
        <li key={`${orderId} ${attempt}`} className="grid gap-1 border-line border-b py-2 last:border-0">
          <span className="flex flex-wrap items-baseline gap-x-3">
            <Link to={`/console/orders/${orderId}`} className="underline underline-offset-4">
              {period}회차
            </Link>
            <Money won={amount} />
            <State tone={state ? ATTEMPTS[state].tone : 'plain'}>
              {state ? ATTEMPTS[state].word : '시도 전'}
            </State>
            <span className="ml-auto text-caption text-ink-2">
              <When at={at} />
            </span>
          </span>
          {code && (
            <span className="text-caption text-ink-2">
              {detail} <code translate="no">{code}</code>
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
