import { useState } from 'react'
import { dayAndTime } from '../../src/korean/dates'
import { ChangeDialog } from '../desk/change-dialog'
import type { Made } from '../desk/use-press'
import { Button } from '../frame/button'
import { FactList } from '../frame/fact-list'
import { useMay, useSession } from '../frame/session'
import { When } from '../frame/when'
import { linkTitle, MadeLink } from './made-link'
import { PersonSessions } from './person-sessions'
import type { Person } from './queries'

type Asking = 'role' | 'link' | 'removal' | null

/** One of the staff: who it is, what can be done now, and where they are logged in. */
export function PersonSheet({ person, onGone }: { person: Person; onGone: () => void }) {
  const { id, name, email, role, state, lastSeenAt, invitedAt, confirmsFrom } = person
  const may = useMay()
  const self = useSession()
  const [asking, setAsking] = useState<Asking>(null)
  const [made, setMade] = useState<Made | null>(null)
  const close = () => setAsking(null)
  const isSelf = self.id === id

  return (
    <div className="grid gap-5">
      <FactList
        facts={[
          { label: '이메일', value: email },
          { label: '역할', value: role.name },
          { label: '상태', value: state === 'active' ? '사용 중' : '초대 수락 전' },
          { label: '마지막 사용', value: <When at={lastSeenAt} empty="아직 없음" /> },
          confirmsFrom !== null && {
            label: '두 번째 확인',
            value: <span className="figures">{dayAndTime(confirmsFrom)}부터 할 수 있음</span>,
          },
          invitedAt !== null && {
            label: '초대',
            value: <span className="figures">{dayAndTime(invitedAt)}</span>,
          },
        ]}
      />
      <div className="flex flex-wrap gap-2">
        {may('staff.change') && (
          <Button kind="quiet" onClick={() => setAsking('role')}>
            역할 바꾸기
          </Button>
        )}
        {may('staff.invite') && (
          <Button kind="quiet" onClick={() => setAsking('link')}>
            {state === 'active' ? '로그인 다시 설정하는 링크' : '초대 메일 다시 보내기'}
          </Button>
        )}
        {may('staff.change') && !isSelf && (
          <Button kind="danger" onClick={() => setAsking('removal')}>
            직원에서 제외
          </Button>
        )}
      </div>
      {isSelf && (
        <p className="text-caption text-ink-2">본인은 제외할 수 없습니다. 다른 직원에게 요청해 주세요.</p>
      )}
      <PersonSessions id={id} mayEnd={may('staff.change')} />
      {asking === 'role' && (
        <ChangeDialog change="staff.role" target={id} title={`${name} 님의 역할`} onClose={close} />
      )}
      {asking === 'link' && (
        <ChangeDialog
          change="staff.link"
          target={id}
          title={linkTitle(person)}
          onClose={close}
          onDone={setMade}
        />
      )}
      {made && <MadeLink person={person} made={made} onClose={() => setMade(null)} />}
      {asking === 'removal' && (
        <ChangeDialog
          change="staff.remove"
          target={id}
          title={`${name} 님을 직원에서 제외`}
          typedName={name}
          onClose={close}
          onDone={onGone}
        />
      )}
    </div>
  )
}
