import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Session } from '../../api/types'
import { ago, dayAndTime } from '../../korean/dates'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { useConfirmedAction } from '../../ui/confirmed-action'
import { Loaded } from '../../ui/loaded'
import { sessionsQuery, useEndOtherSessions, useEndSession } from './queries'
import { SettingsSection } from './settings-section'

/** The devices that are logged in. Only the browser loads them, so that the server never renders `방금 전`. */
export function SessionsSection() {
  const query = useQuery(sessionsQuery)
  return (
    <SettingsSection
      title="로그인 기기"
      lead="지금 로그인되어 있는 기기입니다. 모르는 기기가 있으면 로그아웃하고 비밀번호를 변경해 주세요."
    >
      <Loaded query={query} shape="h-40">
        {(sessions) => <Sessions sessions={sessions} />}
      </Loaded>
    </SettingsSection>
  )
}

function Sessions({ sessions }: { sessions: Session[] }) {
  const endOne = useEndSession()
  const endOthers = useEndOtherSessions()
  const { ask, refusal } = useConfirmedAction()
  const list = useRef<HTMLUListElement>(null)
  const ordered = sessions.toSorted((one, other) => Number(other.current) - Number(one.current))

  const askToEnd = (message: string, act: () => Promise<unknown>) =>
    ask({
      title: '로그아웃하시겠습니까?',
      message,
      confirmLabel: '로그아웃',
      act,
      done: '로그아웃되었습니다.',
      afterwards: () => list.current?.focus(), // its row, which had the focus, is gone
    })

  return (
    <div className="grid gap-4">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="로그인 기기"
        className="-mt-3 divide-y divide-line outline-none"
      >
        {ordered.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            onEnd={() =>
              askToEnd(`기기: ${session.device}\n이 기기를 다시 쓰려면 새로 로그인해야 합니다.`, () =>
                endOne.mutateAsync(session.id),
              )
            }
          />
        ))}
      </ul>
      {refusal && <Callout tone="danger">{refusal}</Callout>}
      {sessions.length > 1 && (
        <Button
          kind="quiet"
          size="small"
          className="justify-self-start"
          onClick={() =>
            askToEnd('지금 쓰는 기기를 뺀 모든 기기에서 로그아웃됩니다.', () => endOthers.mutateAsync())
          }
        >
          다른 기기 모두 로그아웃
        </Button>
      )}
    </div>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { device, ipAddress, startedAt, lastUsedAt, current } = session
  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{device}</span>
          {current && <span className="font-medium text-caption text-ok">현재 기기</span>}
        </p>
        <p className="figures text-caption text-ink-2">
          {ipAddress && `${ipAddress} · `}
          {current ? '지금 사용 중' : `최근 사용 ${ago(lastUsedAt, new Date())}`}
          <span className="max-sm:block">
            <span aria-hidden="true" className="max-sm:hidden">
              {' '}
              ·{' '}
            </span>
            {dayAndTime(startedAt)} 로그인
          </span>
        </p>
      </div>
      {!current && (
        <Button kind="text" className="-mr-2 shrink-0" aria-label={`${device} 로그아웃`} onClick={onEnd}>
          로그아웃
        </Button>
      )}
    </li>
  )
}
