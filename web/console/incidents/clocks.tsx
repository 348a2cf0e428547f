import { dayAndTime } from '../../src/korean/dates'
import { State } from '../frame/state'
import type { IncidentPage } from './queries'

const HOUR = 3_600_000

/** How long is left, in whole hours. */
function left(dueAt: string): { text: string; tone: 'warn' | 'danger' } {
  const hours = Math.floor((Date.parse(dueAt) - Date.now()) / HOUR)
  if (hours < 0) return { text: '기한이 지났습니다', tone: 'danger' }
  return { text: hours < 1 ? '한 시간 안' : `${hours}시간 남음`, tone: hours < 12 ? 'danger' : 'warn' }
}

/** Until when whom to tell, and when it was done. */
export function Clocks({ clocks }: { clocks: IncidentPage['clocks'] }) {
  return (
    <ul className="grid gap-2">
      {clocks.map(({ name, law, dueAt, doneAt }) => {
        const rest = left(dueAt)
        return (
          <li
            key={name}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-control border border-line px-4 py-2.5 text-small"
          >
            <span className="min-w-0">
              <span className="block font-medium">{law}</span>
              <span className="figures text-caption text-ink-2">{dayAndTime(dueAt)}까지</span>
            </span>
            {doneAt ? (
              <State tone="ok">{`${dayAndTime(doneAt)}에 함`}</State>
            ) : (
              <State tone={rest.tone}>{rest.text}</State>
            )}
          </li>
        )
      })}
    </ul>
  )
}
