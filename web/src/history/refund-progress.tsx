import type { Refund } from '../api/types'
import { dayAndTime } from '../korean/dates'
import { figures, won } from '../korean/money'
import { classes } from '../ui/classes'
import { FactRows } from '../ui/fact-rows'
import { RefundAccountForm } from './refund-account-form'
import { lineRows } from './refund-calculation'
import { REFUND_STATES } from './words'

export function RefundProgress({ orderId, refund }: { orderId: string; refund: Refund }) {
  const { state, amount, points, lines, requestedAt, completedAt } = refund
  return (
    <div className="grid gap-5">
      <Steps refund={refund} />
      <p className="max-w-text text-small" role="status">
        {REFUND_STATES[state]}
      </p>
      <FactRows
        rows={[
          ...lineRows(lines),
          { name: '환불 금액', value: won(amount), isTotal: true },
          points > 0 ? { name: '돌려드린 포인트', value: `${figures(points)}포인트` } : null,
          { name: '신청 일시', value: dayAndTime(requestedAt) },
          completedAt ? { name: '완료 일시', value: dayAndTime(completedAt) } : null,
        ]}
      />
      {state === 'awaiting_account' && <RefundAccountForm orderId={orderId} />}
    </div>
  )
}

const REACHED: Record<Refund['state'], number> = { awaiting_account: 0, returning: 1, stuck: 1, done: 2 }

/** A line with the three steps of a refund. */
function Steps({ refund }: { refund: Refund }) {
  const at = REACHED[refund.state]
  return (
    <ol className="grid grid-cols-3 text-caption" aria-label="환불 진행 상태">
      {['환불신청', '환불처리중', '환불완료'].map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? 'step' : undefined}
          className={classes('relative grid gap-2', index <= at ? 'font-semibold text-ok' : 'text-ink-3')}
        >
          <span aria-hidden="true" className="flex items-center">
            <span
              className={classes(
                'size-3 shrink-0 rounded-full border-2 border-current',
                index <= at && 'bg-current',
              )}
            />
            {index < 2 && (
              <span
                className={classes(
                  'h-0 grow border-t-2',
                  index < at ? 'border-ok' : 'border-line border-dashed',
                )}
              />
            )}
          </span>
          {step}
        </li>
      ))}
    </ol>
  )
}
