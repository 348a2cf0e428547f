import { useState } from 'react'
import { Button } from '../frame/button'
import { useMay } from '../frame/session'
import { ActionDialog, type Pressed } from './action-dialog'
import { ByHand } from './by-hand'
import { LookDialog } from './look-dialog'
import type { Detail, Member } from './queries'

type Name = 'points' | 'look' | Pressed

const ACTIONS: { name: Name; label: string; permission: string; isDangerous?: boolean }[] = [
  { name: 'points', label: '포인트·교체권 지급과 회수', permission: 'members.points' },
  { name: 'look', label: '회원 화면으로 보기', permission: 'members.look_as' },
  { name: 'sessions', label: '모든 기기에서 로그아웃', permission: 'members.sessions' },
  { name: 'resetFactors', label: '2단계 인증 초기화', permission: 'members.reset_factors' },
  { name: 'unblock', label: '차단 해제', permission: 'members.block' },
  { name: 'block', label: '차단', permission: 'members.block', isDangerous: true },
]

/** What can be done with the member now; of what cannot, why not. */
export function MemberActions({ member, rights }: { member: Member; rights: Detail['rights'] }) {
  const may = useMay()
  const [doing, setDoing] = useState<Name | null>(null)
  const close = () => setDoing(null)
  const allowed = ACTIONS.filter(({ permission }) => may(permission))
  const possible = allowed.filter(({ name }) => rights[name] === null)
  const others = allowed.filter(({ name }) => rights[name] !== null)
  if (allowed.length === 0)
    return (
      <p className="text-ink-2 text-small">
        회원을 처리할 권한이 없습니다. 필요하면 소유자에게 권한을 요청해 주세요.
      </p>
    )
  return (
    <div className="grid gap-3">
      {possible.length === 0 && <p className="text-ink-2 text-small">지금 할 수 있는 일이 없습니다.</p>}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {possible.map(({ name, label, isDangerous }) => (
          <Button key={name} kind={isDangerous ? 'danger' : 'quiet'} onClick={() => setDoing(name)}>
            {label}
          </Button>
        ))}
      </div>
      {others.length > 0 && (
        <details className="text-caption text-ink-2">
          <summary className="min-h-9 cursor-pointer py-2">지금 할 수 없는 일</summary>
          <dl className="grid gap-1">
            {others.map(({ name, label }) => (
              <div key={name}>
                <dt className="inline font-semibold">{label}: </dt>
                <dd className="inline">{rights[name]}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {doing === 'points' && <ByHand member={member} onClose={close} />}
      {doing === 'look' && <LookDialog member={member} onClose={close} />}
      {doing !== null && doing !== 'points' && doing !== 'look' && (
        <ActionDialog member={member} doing={doing} onClose={close} />
      )}
    </div>
  )
}
