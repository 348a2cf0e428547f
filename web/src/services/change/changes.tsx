import { useSuspenseQuery } from '@tanstack/react-query'
import { dayAndTime } from '../../korean/dates'
import { changesQuery } from './queries'

/** The latest changes of addresses, newest first. */
export function Changes() {
  const { data: changes } = useSuspenseQuery(changesQuery)
  return (
    <section aria-labelledby="changes" className="grid gap-4">
      <h2 id="changes" className="text-lead">
        최근 변경 내역
      </h2>
      {changes.items.length === 0 ? (
        <p className="text-ink-2">내역이 없습니다.</p>
      ) : (
        <ul className="divide-y divide-line border-line border-y">
          {changes.items.map(({ id, planName, previousAddress, address, changedAt }) => (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
              <p className="address">
                {previousAddress} <span aria-hidden="true">→</span>
                <span className="sr-only">에서</span> <strong>{address}</strong>
              </p>
              <p className="figures text-caption text-ink-2">
                {planName} · {dayAndTime(changedAt)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
