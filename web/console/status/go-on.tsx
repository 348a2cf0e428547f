import { ChangeDialog } from '../desk/change-dialog'
import type { Wish } from '../desk/wish'
import type { OwnFields } from '../desk/wish-form'
import { AsShown, type Shown } from './as-shown'
import type { Announcement, Progress } from './queries'
import { TOLD } from './told-fields'

interface GoOnProps {
  announcement: Announcement
  /** Where the form begins: as it stands, or at the end. */
  state: Progress
  onClose: () => void
}

/** How an announcement goes on, or that it is over. Its end leaves it as bad as it was, and asks for words alone. */
export function GoOn({ announcement: { id, title, parts, level }, state, onClose }: GoOnProps) {
  const isEnding = state === 'over'
  const ending: OwnFields = {
    words: (form, field) => (
      <div className="grid gap-4">
        <p className="text-ink-2 text-small">
          ‘{title}’ 공지를 해결로 끝냅니다. 끝낸 뒤에는 더 적을 수 없습니다.
        </p>
        {TOLD.words?.(form, field)}
      </div>
    ),
  }
  return (
    <ChangeDialog
      change="status.go_on"
      target={id}
      title={isEnding ? '해결 알리기' : '이어서 알리기'}
      confirmLabel={(wish) => (wish.state === 'over' ? '해결로 알리고 끝내기' : '모두에게 알리기')}
      start={{ level, state }}
      own={isEnding ? ending : TOLD}
      shows={(name) => !isEnding || name === 'words'}
      sent={(wish: Wish) => (isEnding ? { ...wish, state } : wish)}
      picture={(wish) => <AsShown {...({ title, parts, level, ...wish } as unknown as Shown)} />}
      onClose={onClose}
    />
  )
}
