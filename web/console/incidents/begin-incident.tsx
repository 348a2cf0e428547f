import { type FormEvent, useState } from 'react'
import { useNavigate } from '../../src/ui/navigate'
import { post, send } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { Check, SelectField, TextArea, TextField } from '../frame/field'
import { PreviewDialog } from '../frame/preview-dialog'
import { AudienceFields } from '../messages/audience-fields'
import { type IncidentForm, type IncidentPage, useIncidentChanged } from './queries'
import { KINDS } from './words'

/** This moment in Seoul, as a field of date and time has it. Korea has no summer time. */
const nowInSeoul = () => new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 16)

/** What is known now, and who is affected; the preview says until when whom to tell. */
export function BeginIncident({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const changed = useIncidentChanged()
  const [noticed, setNoticed] = useState(nowInSeoul)
  const [form, setForm] = useState<Omit<IncidentForm, 'noticedAt'>>({
    kind: 'leak',
    isConfirmed: false,
    title: '',
    what: '',
    audience: {},
  })
  const [isShown, setShown] = useState(false)
  const set = (differs: Partial<typeof form>) => setForm({ ...form, ...differs })
  const isReady = form.title.trim().length > 1 && form.what.trim().length > 1 && noticed !== ''
  const written = { ...form, noticedAt: `${noticed}:00+09:00` }

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady) setShown(true)
  }

  if (isShown)
    return (
      <PreviewDialog
        title="사고 기록하기"
        confirmLabel="기록하기"
        asksReason={false}
        load={() => post('/api/v1/console/incidents/preview', written)}
        confirm={({ digest }) =>
          send<IncidentPage>('POST', '/api/v1/console/incidents', { ...written, digest })
        }
        onDone={async ({ incident }) => {
          await changed(incident.id)
          navigate(`/console/incidents/${incident.id}`)
        }}
        onClose={() => setShown(false)}
      />
    )

  return (
    <Dialog title="사고 기록하기" onClose={onClose} wide>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="종류"
            value={form.kind}
            onChange={({ target }) => set({ kind: target.value as IncidentForm['kind'] })}
          >
            {Object.entries(KINDS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <TextField
            label="알게 된 때 (한국 시각)"
            type="datetime-local"
            value={noticed}
            onChange={({ target }) => setNoticed(target.value)}
          />
        </div>
        {form.kind !== 'outage' && (
          <Check
            label="사실로 확인했습니다. 가능성만 있어도 알려야 합니다."
            checked={form.isConfirmed}
            onChange={({ target }) => set({ isConfirmed: target.checked })}
          />
        )}
        <TextField
          label="제목"
          maxLength={100}
          value={form.title}
          onChange={({ target }) => set({ title: target.value })}
        />
        <TextArea
          label="무슨 일인지"
          help="지금 아는 만큼 적어 주세요. 회원과 기관에 알릴 문구에 들어갑니다."
          rows={4}
          maxLength={4000}
          value={form.what}
          onChange={({ target }) => set({ what: target.value })}
        />
        <AudienceFields
          legend="영향을 받은 회원"
          audience={form.audience ?? {}}
          set={(differs) => set({ audience: { ...form.audience, ...differs } })}
        />
        <FormButtons isReady={isReady}>기한과 영향 확인</FormButtons>
      </form>
    </Dialog>
  )
}
