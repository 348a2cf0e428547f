import { type FormEvent, useState } from 'react'
import { usePress } from '../desk/use-press'
import { Button } from '../frame/button'
import { Failure } from '../frame/failure'
import { TextArea } from '../frame/field'

/** A note for colleagues. */
export function NoteForm({ id }: { id: number }) {
  const [body, setBody] = useState('')
  const note = usePress('inquiries.note', id, () => setBody(''))

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (body.trim() && !note.isPending) note.mutate({ body: body.trim() })
  }

  return (
    <form method="post" noValidate onSubmit={submitted} className="grid gap-2">
      <TextArea
        label="내부 메모"
        help="직원만 봅니다. 고치거나 지울 수 없습니다."
        rows={2}
        maxLength={2000}
        value={body}
        onChange={(event) => setBody(event.target.value)}
      />
      <Failure error={note.error} />
      <Button
        type="submit"
        kind="quiet"
        disabled={!body.trim()}
        loading={note.isPending}
        className="justify-self-start"
      >
        메모 남기기
      </Button>
    </form>
  )
}
