import { type FormEvent, useRef, useState } from 'react'
import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { post } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { TextArea, TextField } from '../frame/field'
import { PreviewDialog } from '../frame/preview-dialog'
import { useIncidentChanged } from './queries'

/** What a draft leaves to whoever puts it up. */
const BRACKETS = '[직접 적어 주세요]'

interface PutUpNoticeProps {
  id: number
  title: string
  draft: string
  onClose: () => void
}

/** A notice on the site for those who cannot be reached: its end is shown before it begins. */
export function PutUpNotice({ id, title: first, draft, onClose }: PutUpNoticeProps) {
  const changed = useIncidentChanged()
  const [title, setTitle] = useState(first)
  const [body, setBody] = useState(draft)
  const [isShown, setShown] = useState(false)
  const [isTried, setTried] = useState(false)
  const words = useRef<HTMLTextAreaElement>(null)
  const form = { title: title.trim(), body: body.trim() }
  const isReady = form.title.length > 1 && form.body.length > 1

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (!isReady) return
    const place = body.indexOf(BRACKETS)
    setTried(true)
    if (place === -1) return setShown(true)
    // Typing goes on where something is missing.
    words.current?.focus()
    words.current?.setSelectionRange(place, place + BRACKETS.length)
  }

  if (isShown)
    return (
      <PreviewDialog
        title="홈페이지에 30일 공지"
        confirmLabel="공지 올리기"
        load={() => post(path('/api/v1/console/incidents/{id}/notice/preview', { id }), form)}
        confirm={async (confirmed) => ({
          status: 201,
          data: await post(path('/api/v1/console/incidents/{id}/notice', { id }), { ...form, ...confirmed }),
        })}
        onDone={async () => {
          await changed(id)
          showToast('홈페이지에 공지했습니다. 30일이 지나면 저절로 내려갑니다.')
          onClose()
        }}
        onClose={() => setShown(false)}
      />
    )

  return (
    <Dialog title="홈페이지에 30일 공지" onClose={onClose} wide>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-4">
        <p className="text-ink-2 text-small">
          연락처를 몰라 따로 알릴 수 없는 회원이 있을 때 올립니다. 공지사항 맨 위에 고정되고, 30일이 지나면
          저절로 내려갑니다. 대괄호로 된 곳을 채워 주세요.
        </p>
        <TextField
          label="제목"
          maxLength={100}
          value={title}
          onChange={({ target }) => setTitle(target.value)}
        />
        <TextArea
          ref={words}
          label="내용"
          error={isTried && body.includes(BRACKETS) ? `${BRACKETS}라고 된 곳을 채워 주세요.` : undefined}
          rows={14}
          maxLength={20_000}
          help="마크다운으로 씁니다. 누구나 볼 수 있는 글입니다."
          value={body}
          onChange={({ target }) => setBody(target.value)}
        />
        <FormButtons isReady={isReady}>기간 확인</FormButtons>
      </form>
    </Dialog>
  )
}
