import { type FormEvent, useState } from 'react'
import { useNavigate } from '../../src/ui/navigate'
import { showToast } from '../../src/ui/toast'
import { post, send } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { Check, TextField } from '../frame/field'
import { PreviewDialog } from '../frame/preview-dialog'
import { AsShown } from './as-shown'
import {
  type Announcement,
  INCIDENTS,
  type PartName,
  STATUS_PARTS,
  type StatusForm,
  useStatusChanged,
} from './queries'
import { isTold, ToldFields } from './told-fields'
import { PARTS } from './words'

const EMPTY: StatusForm = { title: '', parts: [], level: 'degraded', state: 'looking', words: '' }

/** Something new: written, seen as customers will read it, and then told. */
export function Announce({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const changed = useStatusChanged()
  const [form, setForm] = useState(EMPTY)
  const [isShown, setShown] = useState(false)
  const set = (differs: Partial<StatusForm>) => setForm({ ...form, ...differs })
  const written = { ...form, title: form.title.trim(), words: form.words.trim() }
  const isReady = written.title.length > 1 && form.parts.length > 0 && isTold(form)

  // In the order of the page, whichever was ticked first.
  const toggle = (part: PartName) =>
    set({ parts: STATUS_PARTS.filter((each) => form.parts.includes(each) !== (each === part)) })

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady) setShown(true)
  }

  if (isShown)
    return (
      <PreviewDialog
        title="서비스 상태에 알리기"
        confirmLabel="모두에게 알리기"
        asksReason={false}
        picture={<AsShown {...written} isNew />}
        load={() => post('/api/v1/console/status/incidents/preview', written)}
        confirm={({ digest }) => send<Announcement>('POST', INCIDENTS, { ...written, digest })}
        onDone={async ({ id }) => {
          await changed(id)
          showToast('서비스 상태에 알렸습니다.')
          navigate(`/console/status/${id}`)
        }}
        onClose={() => setShown(false)}
      />
    )

  return (
    <Dialog
      title="서비스 상태에 알리기"
      onClose={onClose}
      isFilled={form.title !== '' || form.words !== ''}
      wide
    >
      <form method="post" noValidate onSubmit={submitted} className="grid gap-4">
        <TextField
          label="제목"
          help="예: 카드 결제가 늦어지고 있습니다"
          maxLength={80}
          value={form.title}
          onChange={({ target }) => set({ title: target.value })}
        />
        <fieldset>
          <legend className="font-semibold text-caption">영향을 받는 곳</legend>
          <div className="flex flex-wrap gap-x-5">
            {STATUS_PARTS.map((part) => (
              <Check
                key={part}
                label={PARTS[part]}
                checked={form.parts.includes(part)}
                onChange={() => toggle(part)}
              />
            ))}
          </div>
        </fieldset>
        <ToldFields told={form} set={set} />
        <FormButtons isReady={isReady}>미리 보기</FormButtons>
      </form>
    </Dialog>
  )
}
