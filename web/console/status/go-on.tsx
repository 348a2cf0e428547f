import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { post, send } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { PreviewDialog } from '../frame/preview-dialog'
import { AsShown } from './as-shown'
import { type Announcement, type Progress, useStatusChanged } from './queries'
import { isTold, ToldFields } from './told-fields'

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
  const form = { ...told, words: told.words.trim() }
  const name = state === 'over' ? '해결 알리기' : '이어서 알리기'

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
        load={() => post(path('/api/v1/console/status/incidents/{id}/updates/preview', { id }), form)}
        confirm={({ digest }) =>
          send<Announcement>('POST', path('/api/v1/console/status/incidents/{id}/updates', { id }), {
            ...form,
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
    <Dialog title={name} onClose={onClose} wide>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-4">
        <ToldFields told={told} set={(differs) => setTold({ ...told, ...differs })} />
        <FormButtons isReady={isTold(told)}>미리 보기</FormButtons>
      </form>
    </Dialog>
  )
}
