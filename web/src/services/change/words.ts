import { REASONS } from '../../../generated/words/ip-change'
import type { AddressChange, ChangeRequest } from '../../api/types'
import { withRo } from '../../korean/particles'
import { openModal } from '../../ui/modal'

export type Reason = NonNullable<ChangeRequest['reason']>

export { REASONS }

/** What became of a change, in a word or two; nothing where it simply is in effect. */
export function stateOf({ state, isUndo, undone }: AddressChange): string | null {
  if (state === 'waiting') return isUndo ? '되돌리는 중' : '변경하는 중'
  if (state === 'taken_back') return '변경하지 못함 · 교체권 돌려받음'
  // The service was over, or was moved to another gateway, before the change was in effect.
  if (state === 'ended') return '취소됨'
  if (isUndo) return '이전 IP로 돌아감'
  return undone ? '되돌림' : null
}

/** Says that the address before is back. */
export function tellUndone(change: Pick<AddressChange, 'state' | 'address'>) {
  if (change.state !== 'done') return
  openModal({
    type: 'alert',
    title: `이전 IP ${withRo(change.address)} 되돌렸습니다.`,
    message:
      '지금부터 이전 IP로 접속됩니다. 접속 허용 목록 등에 IP를 바꿔 등록해 두셨다면 다시 바꿔 주세요. 기기 설정은 그대로 사용하시면 됩니다.',
  })
}

/** Says how a change came out. A modal, not a toast: the old address may be on allow lists, which have to be updated. */
export function tellOutcome(change: Pick<AddressChange, 'state' | 'address'>) {
  if (change.state === 'done')
    openModal({
      type: 'alert',
      title: `IP가 ${withRo(change.address)} 변경되었습니다.`,
      message:
        '접속 서버에 적용되어 지금부터 새 IP로 접속됩니다. 접속 허용 목록 등에 IP를 등록해 두셨다면 새 IP로 바꿔 주세요. 기기 설정은 그대로 사용하시면 됩니다.',
    })
  else if (change.state === 'taken_back')
    openModal({
      type: 'alert',
      title: 'IP를 변경하지 못했습니다.',
      message:
        '접속 서버가 응답하지 않아 이전 IP를 그대로 이용하시게 됩니다. 교체권은 돌려드렸으니 잠시 후 다시 변경해 주세요.',
    })
}
