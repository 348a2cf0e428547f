import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { post, send } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { PreviewDialog } from '../frame/preview-dialog'
import { AsShown } from './as-shown'
import { type Announcement, type Progress, useStatusChanged } from './queries'
import { isTold, ToldFields, WordsField } from './told-fields'

interface GoOnProps {
  announcement: Announcement
  /** Where the form begins: as it stands, or at the end. */
  state: Progress
  onClose: () => void
}

/** How an announcement goes on, or that it is over. */
export function GoOn({ announcement: { id, title, parts, level }, state, onClose }: GoOnProps) {
  const changed = useStatusChanged()
  const [told, setTold] = useState({ level, state, words: '' })
  const [isShown, setShown] = useState(false)
  const isEnding = state === 'over'
  const form = { ...told, words: told.words.trim() }
  // Its end leaves it as bad as it was.
  const { level: _, ...end } = form
  const sent = isEnding ? end : form
  const name = isEnding ? '해결 알리기' : '이어서 알리기'
  const set = (differs: Partial<typeof told>) => setTold({ ...told, ...differs })

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isTold(told)) setShown(true)
  }

  if (isShown)
    return (
      <PreviewDialog
        title={name}
        confirmLabel={form.state === 'over' ? '해결로 알리고 끝내기' : '모두에게 알리기'}
        asksReason={false}
        picture={<AsShown {...{ title, parts }} {...form} />}
        load={() => post(path('/api/v1/console/status/incidents/{id}/updates/preview', { id }), sent)}
        confirm={({ digest }) =>
          send<Announcement>('POST', path('/api/v1/console/status/incidents/{id}/updates', { id }), {
            ...sent,
            digest,
          })
        }
        onDone={async () => {
          await changed(id)
          showToast('서비스 상태에 알렸습니다.')
          onClose()
        }}
        onClose={() => setShown(false)}
      />
    )

  return (
    <Dialog title={name} onClose={onClose} isFilled={told.words !== ''} wide>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-4">
        {isEnding ? (
          <>
            <p className="text-ink-2 text-small">
              ‘{title}’ 공지를 해결로 끝냅니다. 끝낸 뒤에는 더 적을 수 없습니다.
            </p>
            <WordsField told={told} set={set} />
          </>
        ) : (
          <ToldFields told={told} set={set} />
        )}
        <FormButtons isReady={isTold(told)}>미리 보기</FormButtons>
      </form>
    </Dialog>
  )
}
