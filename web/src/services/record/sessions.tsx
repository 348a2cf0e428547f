import type { Answer } from '../../api/path'
import type { UsageSession } from '../../api/types'
import { dayAndTime } from '../../korean/dates'
import { buttonLook } from '../../ui/button'
import { dataSize } from '../../ui/data-size'
import { EmptyState } from '../../ui/empty-state'
import { Pagination } from '../../ui/pagination'
import { recordPath, sessionsFile } from '../pages-lead-to'

interface SessionsProps {
  service: string
  /** The chart's period, which stays while pages are turned. */
  period: string
  page: number
  sessions: Answer<ReturnType<typeof import('../paths').sessionsApi>>
}

/** The sessions of the last thirty days, a running one first. */
export function Sessions({ service, period, page, sessions }: SessionsProps) {
  return (
    <section aria-label="최근 30일의 접속" className="grid gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h2 className="font-bold text-title-s">최근 30일의 접속</h2>
        {sessions.total > 0 && (
          <a href={sessionsFile(service)} download className={buttonLook({ kind: 'quiet', size: 'small' })}>
            접속 기록 내려받기 (CSV)
          </a>
        )}
      </div>
      {sessions.items.length === 0 ? (
        <EmptyState>
          {sessions.total === 0 ? '최근 30일 동안 접속한 기록이 없습니다.' : '이 페이지에는 내역이 없습니다.'}
        </EmptyState>
      ) : (
        <ul aria-label="접속 기록" className="divide-y divide-line border-line border-y">
          {sessions.items.map((session) => (
            <Row key={`${session.beganAt} ${session.deviceName} ${session.exitAddress}`} session={session} />
          ))}
        </ul>
      )}
      <Pagination page={page} list={sessions} pathOf={(number) => recordPath(service, period, number)} />
    </section>
  )
}

function Row({ session }: { session: UsageSession }) {
  const { deviceName, exitAddress, beganAt, endedAt, rxBytes, txBytes, subId } = session
  return (
    <li className="figures grid items-baseline justify-between gap-x-6 gap-y-1 py-3 sm:flex">
      <div className="min-w-0">
        <p className="font-medium text-small">
          {dayAndTime(beganAt)} ~ {endedAt ? dayAndTime(endedAt) : '접속중'}
        </p>
        <p className="break-words text-caption text-ink-2">
          {deviceName} · {exitAddress}
          {subId && ` · 서브 아이디 ${subId}`}
        </p>
      </div>
      <p className="text-caption text-ink-2">
        받음 {dataSize(txBytes)} · 보냄 {dataSize(rxBytes)}
      </p>
    </li>
  )
}
