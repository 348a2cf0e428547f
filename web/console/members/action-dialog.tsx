import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { type Answered, post, send } from '../frame/calls'
import { type Confirmed, PreviewDialog } from '../frame/preview-dialog'
import type { Preview } from '../frame/types'
import { type Member, useMembersChanged } from './queries'
import { nameOf } from './words'

export type Pressed = 'block' | 'unblock' | 'sessions' | 'resetFactors'

interface Action {
  title: string
  confirmLabel: string
  done: string
  load: (id: number) => Promise<Preview>
  confirm: (id: number, confirmed: Confirmed) => Promise<Answered<unknown>>
  isDangerous?: boolean
}

const ACTIONS: Record<Pressed, Action> = {
  block: {
    title: '차단',
    confirmLabel: '차단하기',
    done: '차단했습니다.',
    load: (id) => post(path('/api/v1/console/members/{id}/block/preview', { id })),
    confirm: (id, body) => send('POST', path('/api/v1/console/members/{id}/block', { id }), body),
    isDangerous: true,
  },
  unblock: {
    title: '차단 해제',
    confirmLabel: '차단 해제하기',
    done: '차단을 해제했습니다.',
    load: (id) => post(path('/api/v1/console/members/{id}/unblock/preview', { id })),
    confirm: (id, body) => send('POST', path('/api/v1/console/members/{id}/unblock', { id }), body),
  },
  sessions: {
    title: '모든 기기에서 로그아웃',
    confirmLabel: '로그아웃시키기',
    done: '모든 기기에서 로그아웃시켰습니다.',
    load: (id) => post(path('/api/v1/console/members/{id}/sessions/preview', { id })),
    confirm: (id, body) => send('POST', path('/api/v1/console/members/{id}/sessions/end', { id }), body),
  },
  resetFactors: {
    title: '2단계 인증 초기화',
    confirmLabel: '초기화 요청',
    done: '2단계 인증을 초기화했습니다.',
    load: (id) => post(path('/api/v1/console/members/{id}/second-factor/preview', { id })),
    confirm: (id, body) =>
      send('POST', path('/api/v1/console/members/{id}/second-factor/reset', { id }), body),
  },
}

/** One press with its preview. Who is blocked has to be named, so that nobody blocks the wrong one by a slip. */
export function ActionDialog({
  member,
  doing,
  onClose,
}: {
  member: Member
  doing: Pressed
  onClose: () => void
}) {
  const changed = useMembersChanged()
  const { title, confirmLabel, done, load, confirm, isDangerous } = ACTIONS[doing]
  return (
    <PreviewDialog
      title={`${nameOf(member)} ${title}`}
      confirmLabel={confirmLabel}
      load={() => load(member.id)}
      confirm={(confirmed) => confirm(member.id, confirmed)}
      typedName={isDangerous ? (member.loginId ?? undefined) : undefined}
      onDone={async () => {
        await changed()
        showToast(done)
        onClose()
      }}
      onClose={onClose}
    />
  )
}
