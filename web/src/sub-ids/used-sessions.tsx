import type { Answer } from '../api/path'
import { dayAndTime } from '../korean/dates'
import { dataSize } from '../ui/data-size'
import { Pagination } from '../ui/pagination'
import { Part } from './part'
import type { usedSessionsApi } from './paths'

interface UsedSessionsProps {
  sessions: Answer<ReturnType<typeof usedSessionsApi>>
  page: number
  pathOf: (page: number) => string
}

/** Its connections of the last thirty days, a running one first. */
export function UsedSessions({ sessions, page, pathOf }: UsedSessionsProps) {
  return (
    <Part
      title="최근 30일의 접속"
      lead="접속한 시간과 사용량, 배정된 IP만 보입니다. 어디에서 접속했는지는 회원님께도 알려 드리지 않습니다."
    >
      {sessions.items.length === 0 ? (
        <p className="text-ink-2">
          {sessions.total === 0 ? '최근 30일 동안 접속한 기록이 없습니다.' : '이 페이지에는 내역이 없습니다.'}
        </p>
      ) : (
        <ul aria-label="접속 기록" className="divide-y divide-line border-line border-y">
          {sessions.items.map(({ beganAt, endedAt, deviceName, exitAddress, planName, rxBytes, txBytes }) => (
            <li
              key={`${beganAt} ${deviceName} ${exitAddress}`}
              className="figures grid items-baseline justify-between gap-x-6 gap-y-1 py-3 sm:flex"
            >
              <div className="min-w-0">
                <p className="font-medium text-small">
                  {dayAndTime(beganAt)} ~ {endedAt ? dayAndTime(endedAt) : '접속중'}
                </p>
                <p className="break-words text-caption text-ink-2">
                  {deviceName} · {planName} · {exitAddress}
                </p>
              </div>
              <p className="shrink-0 text-caption text-ink-2">
                받음 {dataSize(txBytes)} · 보냄 {dataSize(rxBytes)}
              </p>
            </li>
          ))}
        </ul>
      )}
      <Pagination page={page} list={sessions} pathOf={pathOf} />
    </Part>
  )
}
