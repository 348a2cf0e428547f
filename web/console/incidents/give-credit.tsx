import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { withRo } from '../../src/korean/particles'
import { showToast } from '../../src/ui/toast'
import { post } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { TextArea, TextField } from '../frame/field'
import { PreviewDialog } from '../frame/preview-dialog'
import { type IncidentLine, useIncidentChanged } from './queries'

interface GiveCreditProps {
  incident: Pick<IncidentLine, 'id' | 'title'>
  onClose: () => void
}

/** Days for every service of whoever was affected and the mail about it: the sum is shown, and one press does both. */
export function GiveCredit({ incident: { id, title }, onClose }: GiveCreditProps) {
  const changed = useIncidentChanged()
  const [days, setDays] = useState('3')
  const [subject, setSubject] = useState('서비스 장애에 대한 보상 안내')
  const [body, setBody] = useState(
    `${withRo(title)} 불편을 드려 죄송합니다.\n\n이용 중인 서비스의 기간을 3일 늘려 드렸습니다.`,
  )
  const [isShown, setShown] = useState(false)
  const form = { days: Number(days), subject: subject.trim(), body: body.trim() }
  const isReady = form.days >= 1 && form.days <= 60 && form.subject.length > 1 && form.body.length > 1

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady) setShown(true)
  }

  if (isShown)
    return (
      <PreviewDialog
        title="기간 보상하고 알리기"
        confirmLabel={`${form.days}일씩 보상하고 알리기`}
        load={() => post(path('/api/v1/console/incidents/{id}/credit/preview', { id }), form)}
        confirm={async (confirmed, key) => {
          const data = await post(path('/api/v1/console/incidents/{id}/credit', { id }), {
            ...form,
            key,
            ...confirmed,
          })
          return { status: 201, data }
        }}
        onDone={async ({ approvalId }) => {
          await changed(id)
          showToast(
            approvalId === null
              ? '보상과 안내를 시작했습니다.'
              : '보상을 시작했습니다. 안내 메일은 두 번째 확인을 기다립니다.',
          )
          onClose()
        }}
        onClose={() => setShown(false)}
      />
    )

  return (
    <Dialog title="기간 보상하고 알리기" onClose={onClose} wide>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-4">
        <TextField
          label="서비스마다 늘릴 날"
          inputMode="numeric"
          maxLength={2}
          value={days}
          onChange={({ target }) => setDays(target.value.replace(/\D/g, ''))}
          className="w-24"
        />
        <TextField
          label="메일 제목"
          maxLength={100}
          value={subject}
          onChange={({ target }) => setSubject(target.value)}
        />
        <TextArea
          label="메일 내용"
          rows={6}
          maxLength={10_000}
          value={body}
          onChange={({ target }) => setBody(target.value)}
        />
        <FormButtons isReady={isReady}>합계 확인</FormButtons>
      </form>
    </Dialog>
  )
}
