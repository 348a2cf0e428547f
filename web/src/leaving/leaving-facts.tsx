import type { ReactNode } from 'react'
import type { Leaving } from '../api/types'
import { figures } from '../korean/money'

/** What a leaving member loses, what we destroy, and what the law has us keep. */
export function LeavingFacts({ leaving }: { leaving: Leaving }) {
  const { point, ipTicket, destroyed, kept } = leaving
  return (
    <div className="mt-8 grid gap-8">
      <Facts title="사라지는 것">
        <dl className="grid gap-2">
          <Lost name="보유 포인트" amount={point} unit="포인트" />
          <Lost name="IP 교체권" amount={ipTicket} unit="장" />
        </dl>
      </Facts>
      <Facts title="바로 파기하는 정보">
        <ul className="grid gap-1 text-small">
          {destroyed.map((what) => (
            <li key={what} className="flex gap-2 before:text-ink-3 before:content-['·']">
              {what}
            </li>
          ))}
        </ul>
      </Facts>
      <Facts title="법에 따라 보관하는 정보">
        <p className="text-caption text-ink-2">
          해당하는 기록이 있을 때만 계정과 분리하여 보관합니다. 다른 목적으로 쓰지 않으며, 기간이 지나면
          파기합니다.
        </p>
        <ul className="mt-3 divide-y divide-line">
          {kept.map(({ what, howLong, basis }) => (
            <li key={what} className="grid gap-x-4 py-3 sm:grid-cols-[1fr_auto]">
              <span className="font-medium text-small">{what}</span>
              <span className="figures font-semibold text-small sm:text-right">{howLong}</span>
              <span className="text-caption text-ink-2 sm:col-span-2">{basis}</span>
            </li>
          ))}
        </ul>
      </Facts>
    </div>
  )
}

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-card border border-line p-5 sm:p-6">
      <h2 className="mb-3 text-lead">{title}</h2>
      {children}
    </section>
  )
}

function Lost({ name, amount, unit }: { name: string; amount: number; unit: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-2">{name}</dt>
      <dd className="figures font-semibold">
        {figures(amount)}
        {unit}
      </dd>
    </div>
  )
}
