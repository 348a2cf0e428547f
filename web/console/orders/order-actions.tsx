import { useState } from 'react'
import { Button } from '../frame/button'
import { useMay } from '../frame/session'
import { ActionDialog } from './action-dialog'
import type { Doing, Order } from './queries'

const ACTIONS: { name: Doing; label: string; permission: string; isDangerous?: boolean }[] = [
  { name: 'refund', label: '환불', permission: 'orders.refund', isDangerous: true },
  { name: 'checkDeposit', label: '입금 확인', permission: 'orders.deposit' },
  { name: 'lookUp', label: '결제 다시 확인', permission: 'orders.retry' },
  { name: 'refundAgain', label: '환불 다시 시도', permission: 'orders.refund' },
  { name: 'settle', label: '직접 돌려준 것으로 기록', permission: 'orders.refund' },
  { name: 'cancel', label: '주문 취소', permission: 'orders.deposit', isDangerous: true },
]

/** What can be done with the order now; of what cannot, why not. */
export function OrderActions({ order }: { order: Order }) {
  const may = useMay()
  const [doing, setDoing] = useState<Doing | null>(null)
  const allowed = ACTIONS.filter(({ permission }) => may(permission))
  const possible = allowed.filter(({ name }) => order.can[name] === null)
  const others = allowed.filter(({ name }) => order.can[name] !== null)
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
          {possible.map(({ name, label, isDangerous }) => (
            <Button key={name} kind={isDangerous ? 'danger' : 'quiet'} onClick={() => setDoing(name)}>
              {label}
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
            {others.map(({ name, label }) => (
              <div key={name}>
                <dt className="inline font-semibold">{label}: </dt>
                <dd className="inline">{order.can[name]}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {doing && <ActionDialog order={order} doing={doing} onClose={() => setDoing(null)} />}
    </div>
  )
}
