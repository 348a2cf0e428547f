import { useState } from 'react'
import { ChangeDialog } from '../desk/change-dialog'
import { CHANGES, type ChangeName } from '../desk/changes'
import { Button } from '../frame/button'
import { useMay } from '../frame/session'
import { LookDialog } from './look-dialog'
import type { Detail, Member } from './queries'
import { nameOf } from './words'

type Action = ChangeName | 'look'

/** In the order of their buttons, each with the right that says why it cannot be done now. */
const ACTIONS: [action: Action, right: keyof Detail['rights']][] = [
  ['members.points', 'points'],
  ['members.points_taken', 'points'],
  ['members.tickets', 'points'],
  ['members.tickets_taken', 'points'],
  ['look', 'look'],
  ['members.sessions', 'sessions'],
  ['members.reset_factors', 'resetFactors'],
  ['members.unblock', 'unblock'],
  ['members.block', 'block'],
]

const LOOK = { label: '회원 화면으로 보기', permission: 'members.look_as' }

const wordsOf = (action: Action) => (action === 'look' ? LOOK : CHANGES[action])

/** What can be done with the member now; of what cannot, why not. */
export function MemberActions({ member, rights }: { member: Member; rights: Detail['rights'] }) {
  const may = useMay()
  const [doing, setDoing] = useState<Action | null>(null)
  const close = () => setDoing(null)
  const allowed = ACTIONS.filter(([action]) => may(wordsOf(action).permission))
  const possible = allowed.filter(([, right]) => rights[right] === null)
  const others = allowed.filter(([, right]) => rights[right] !== null)
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
        {possible.map(([action]) => (
          <Button
            key={action}
            kind={action === 'members.block' ? 'danger' : 'quiet'}
            onClick={() => setDoing(action)}
          >
            {wordsOf(action).label}
          </Button>
        ))}
      </div>
      {others.length > 0 && (
        <details className="text-caption text-ink-2">
          <summary className="min-h-9 cursor-pointer py-2">지금 할 수 없는 일</summary>
          <dl className="grid gap-1">
            {others.map(([action, right]) => (
              <div key={action}>
                <dt className="inline font-semibold">{wordsOf(action).label}: </dt>
                <dd className="inline">{rights[right]}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {doing === 'look' && <LookDialog member={member} onClose={close} />}
      {doing !== null && doing !== 'look' && (
        <ChangeDialog
          change={doing}
          target={member.id}
          title={`${nameOf(member)} ${CHANGES[doing].label}`}
          onClose={close}
          // Whoever is blocked has to be named, so that nobody blocks the wrong one by a slip.
          {...(doing === 'members.block' && member.loginId && { typedName: member.loginId })}
        />
      )}
    </div>
  )
}
