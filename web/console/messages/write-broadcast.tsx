import { ChangeDialog } from '../desk/change-dialog'
import type { Typed } from '../desk/wish'
import type { BroadcastForm } from './queries'

const EVERYBODY = { holds: '모든 회원', plan: '모든 상품', gateway: '모든 게이트웨이' }
const AUDIENCE = ['holds', 'plan', 'gateway', 'endsWithinDays', 'withDevices']

interface WriteBroadcastProps {
  /** What is known before, such as the words about an incident and who is affected. */
  initial?: Partial<BroadcastForm>
  onClose: () => void
}

/** What is written and to whom; then the preview, as it will be sent. Members affected by an incident are not chosen here. */
export function WriteBroadcast({ initial: { incident, ...known } = {}, onClose }: WriteBroadcastProps) {
  function shows(name: string, { channel, isAdvertising }: Typed) {
    if (name === 'refusalPhone') return isAdvertising === true
    if (name === 'subject') return channel !== 'sms'
    return name !== 'incident' && !(incident && AUDIENCE.includes(name))
  }
  return (
    <ChangeDialog
      change="messages.broadcast"
      target={null}
      title={incident ? '사고의 영향을 받은 회원에게 보내기' : '여러 회원에게 보내기'}
      confirmLabel="보내기"
      start={{ channel: 'mail', ...known }}
      given={incident ? { incident } : undefined}
      shows={shows}
      nothing={EVERYBODY}
      onClose={onClose}
    />
  )
}
