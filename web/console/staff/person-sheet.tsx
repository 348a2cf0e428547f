import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { path } from '../../src/api/path'
import { dayAndTime } from '../../src/korean/dates'
import { showToast } from '../../src/ui/toast'
import { Button } from '../frame/button'
import { send } from '../frame/calls'
import { FactList } from '../frame/fact-list'
import { PreviewDialog } from '../frame/preview-dialog'
import { useMay, useSession } from '../frame/session'
import { When } from '../frame/when'
import { GiveRole } from './give-role'
import { MakeLink } from './make-link'
import { PersonSessions } from './person-sessions'
import { type Person, staffQuery } from './queries'

type Asking = 'role' | 'link' | 'removal' | null

/** One of the staff: who it is, what can be done now, and where they are logged in. */
export function PersonSheet({ person, onGone }: { person: Person; onGone: () => void }) {
  const { id, name, email, role, state, lastSeenAt, invitedAt, sessions, confirmsFrom } = person
  const client = useQueryClient()
  const may = useMay()
  const self = useSession()
  const [asking, setAsking] = useState<Asking>(null)
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
      {asking === 'role' && <GiveRole person={person} onClose={close} />}
      {asking === 'link' && <MakeLink person={person} onClose={close} />}
      {asking === 'removal' && (
        <PreviewDialog
          title={`${name} 님을 직원에서 제외`}
          confirmLabel="제외하기"
          typedName={name}
          load={async () => ({
            title: '직원 제외',
            rows: [
              { label: '역할', value: '없음', before: role.name },
              { label: '로그인한 기기', value: '0', before: String(sessions) },
            ],
            warnings: [
              '모든 기기에서 바로 로그아웃되고 다시 로그인할 수 없습니다. 한 일의 기록은 남습니다.',
              '모든 직원과 본인에게 메일로 알립니다. 이 직원이 확인할 수 있던 일은 7일 동안 혼자 확인할 수 없습니다.',
            ],
            count: null,
            amount: null,
            digest: '',
          })}
          confirm={({ reason }) =>
            send('POST', path('/api/v1/console/staff/{id}/removal', { id }), { reason })
          }
          onDone={async () => {
            await client.invalidateQueries({ queryKey: staffQuery.queryKey })
            showToast(`${name} 님을 제외했습니다.`)
            onGone()
          }}
          onClose={close}
        />
      )}
    </div>
  )
}
