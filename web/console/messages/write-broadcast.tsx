import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { showToast } from '../../src/ui/toast'
import { post } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { Check, SelectField, TextArea, TextField } from '../frame/field'
import { PreviewDialog } from '../frame/preview-dialog'
import { AudienceFields } from './audience-fields'
import { BROADCASTS, type BroadcastForm } from './queries'

const EMPTY: BroadcastForm = {
  channel: 'mail',
  isAdvertising: false,
  subject: '',
  body: '',
  refusalPhone: '',
  audience: {},
}

interface WriteBroadcastProps {
  /** What is known before, such as the words about an incident and who is affected. */
  initial?: Partial<BroadcastForm>
  onClose: () => void
}

/** What is written and to whom; then the preview, as it will be sent. Going back from it keeps all that was typed. */
export function WriteBroadcast({ initial, onClose }: WriteBroadcastProps) {
  const client = useQueryClient()
  const [form, setForm] = useState<BroadcastForm>({ ...EMPTY, ...initial })
  const [isShown, setShown] = useState(false)
  const set = (differs: Partial<BroadcastForm>) => setForm({ ...form, ...differs })
  const isReady = form.body.trim().length > 1 && (form.channel === 'sms' || Boolean(form.subject?.trim()))

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady) setShown(true)
  }

  if (isShown)
    return (
      <PreviewDialog
        title="보내기 전 확인"
        confirmLabel="보내기"
        load={() => post('/api/v1/console/broadcasts/preview', form)}
        confirm={async ({ digest, reason }) => {
          const data = await post('/api/v1/console/broadcasts', { ...form, digest, reason })
          return { status: data.approvalId === null ? 201 : 202, data }
        }}
        onDone={async () => {
          showToast('보내기를 시작했습니다.')
          await client.invalidateQueries({ queryKey: [BROADCASTS] })
          onClose()
        }}
        onClose={() => setShown(false)}
      />
    )

  return (
    <Dialog title="여러 회원에게 보내기" onClose={onClose} wide>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-4">
        <SelectField
          label="종류"
          value={form.channel}
          onChange={({ target }) =>
            set({
              channel: target.value as BroadcastForm['channel'],
              subject: target.value === 'sms' ? '' : form.subject,
            })
          }
        >
          <option value="mail">메일</option>
          <option value="sms">문자</option>
        </SelectField>
        <Check
          label="할인이나 새 상품을 알리는 광고입니다"
          checked={form.isAdvertising}
          onChange={({ target }) => set({ isAdvertising: target.checked })}
        />
        {form.isAdvertising && (
          <TextField
            label="무료수신거부 번호"
            help="080으로 시작하는 번호입니다. 광고는 수신에 동의한 회원에게만 가고, (광고) 표시와 이 번호를 붙여 보냅니다."
            inputMode="tel"
            maxLength={20}
            value={form.refusalPhone ?? ''}
            onChange={({ target }) => set({ refusalPhone: target.value })}
          />
        )}
        {form.channel === 'mail' && (
          <TextField
            label="제목"
            maxLength={100}
            value={form.subject ?? ''}
            onChange={({ target }) => set({ subject: target.value })}
          />
        )}
        <TextArea
          label="내용"
          rows={8}
          maxLength={10_000}
          help={form.channel === 'sms' ? '90바이트(한글 45자)가 넘으면 LMS로 나갑니다.' : undefined}
          value={form.body}
          onChange={({ target }) => set({ body: target.value })}
        />
        {form.audience?.incidentId == null ? (
          <AudienceFields
            legend="받는 회원"
            audience={form.audience ?? {}}
            set={(differs) => set({ audience: { ...form.audience, ...differs } })}
          />
        ) : (
          <p className="text-ink-2 text-small">사고의 영향을 받은 회원에게 보냅니다.</p>
        )}
        <FormButtons isReady={isReady}>받는 회원과 내용 확인</FormButtons>
      </form>
    </Dialog>
  )
}
