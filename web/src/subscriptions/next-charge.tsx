import type { Subscription } from '../api/types'
import { day, lastDay } from '../korean/dates'
import { Price } from '../ui/price'
import { isOwing } from './words'

/** When a subscription is charged next, and how much; or when it ends, if it was cancelled. */
export function NextCharge({ subscription }: { subscription: Subscription }) {
  const { stopping, charging, dueAt, paidUntil, nextAmount } = subscription
  const isRefused = isOwing(subscription)
  if (stopping)
    return (
      <div className="figures rounded-card bg-surface p-5">
        <p className="text-caption text-ink-2">이용 종료일</p>
        <p className="mt-1 font-bold text-title-s">{lastDay(paidUntil)}</p>
        <p className="mt-1 text-caption text-ink-2">
          {charging
            ? '해지 전에 시작된 결제의 결과를 확인하고 있습니다. 완료되면 이용 종료일이 늘어나며, 그 뒤로는 결제되지 않습니다.'
            : '그때까지 이용하실 수 있으며, 더 이상 결제되지 않습니다.'}
        </p>
      </div>
    )
  return (
    <div className="figures rounded-card bg-surface p-5">
      <p className="text-caption text-ink-2">{isRefused ? '결제되지 않은 금액' : '다음 결제'}</p>
      <p className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-bold text-title-s">{day(dueAt)}</span>
        <Price amount={nextAmount} size="large" />
      </p>
      <p className="mt-1 text-caption text-ink-2">
        {isRefused
          ? '결제일이 지났습니다. 부가세 포함 금액입니다.'
          : '결제 7일 전과 하루 전에 알려 드립니다.'}
      </p>
    </div>
  )
}
