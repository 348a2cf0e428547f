import { useState } from 'react'
import { withRo } from '../../src/korean/particles'
import { ChangeDialog, type DialogOptions } from '../desk/change-dialog'
import { CHANGES, type ChangeName } from '../desk/changes'
import type { Made } from '../desk/use-press'
import { Button } from '../frame/button'
import { FactList } from '../frame/fact-list'
import { useMay } from '../frame/session'
import type { Doing, Order } from './queries'
import { asksForRefund, refundFields } from './refund-fields'
import { STATES } from './words'

const ACTIONS: { name: Doing; change: ChangeName; isDangerous?: boolean }[] = [
  { name: 'refund', change: 'orders.refund', isDangerous: true },
  { name: 'checkDeposit', change: 'orders.deposit' },
  { name: 'lookUp', change: 'orders.retry' },
  { name: 'refundAgain', change: 'orders.refund.again' },
  { name: 'settle', change: 'orders.refund.settle' },
  { name: 'cancel', change: 'orders.cancel', isDangerous: true },
]

const wordOf = (state: unknown) => STATES[state as Order['state']].word

/** What the provider's answer has changed. */
const saidBy = ({ before, after }: Made) =>
  before === after
    ? `결제대행사에 확인했습니다. 상태는 그대로 ‘${wordOf(after)}’입니다.`
    : `상태가 ‘${wordOf(before)}’에서 ${withRo(`‘${wordOf(after)}’`)} 바뀌었습니다.`

function optionsOf(order: Order, name: Doing): DialogOptions {
  if (name === 'refund') return { typedName: order.id, own: refundFields(order.amount), shows: asksForRefund }
  if (name === 'settle' || name === 'cancel') return { typedName: order.id }
  if (name === 'refundAgain') return {}
  const picture = () => <FactList facts={[{ label: '지금 상태', value: wordOf(order.state) }]} />
  return { says: saidBy, picture }
}

/** What can be done with the order now; of what cannot, why not. */
export function OrderActions({ order }: { order: Order }) {
  const may = useMay()
  const [doing, setDoing] = useState<Doing | null>(null)
  const allowed = ACTIONS.filter(({ change }) => may(CHANGES[change].permission))
  const possible = allowed.filter(({ name }) => order.can[name] === null)
  const others = allowed.filter(({ name }) => order.can[name] !== null)
  const open = allowed.find(({ name }) => name === doing)
  if (allowed.length === 0)
    return (
      <p className="text-ink-2 text-small">
        이 주문을 처리할 권한이 없습니다. 소유자에게 권한을 요청해 주세요.
      </p>
    )
  return (
    <div className="grid gap-3">
      {possible.length === 0 ? (
        <p className="text-ink-2 text-small">지금 처리할 일이 없습니다.</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          {possible.map(({ name, change, isDangerous }) => (
            <Button key={name} kind={isDangerous ? 'danger' : 'quiet'} onClick={() => setDoing(name)}>
              {CHANGES[change].label}
            </Button>
          ))}
        </div>
      )}
      {others.length > 0 && (
        <details className="text-caption text-ink-2">
          <summary className="min-h-9 cursor-pointer py-2 underline decoration-line underline-offset-4">
            지금 할 수 없는 일
          </summary>
          <dl className="grid gap-1">
            {others.map(({ name, change }) => (
              <div key={name}>
                <dt className="inline font-semibold">{CHANGES[change].label}: </dt>
                <dd className="inline">{order.can[name]}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {open && (
        <ChangeDialog
          {...optionsOf(order, open.name)}
          change={open.change}
          target={order.id}
          onClose={() => setDoing(null)}
        />
      )}
    </div>
  )
}
