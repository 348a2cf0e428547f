import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { Button } from '../frame/button'
import { post } from '../frame/calls'
import { Failure } from '../frame/failure'
import { TextArea } from '../frame/field'
import { useRefreshed } from './queries'

/** A note for colleagues. */
export function NoteForm({ id }: { id: number }) {
  const refresh = useRefreshed(id)
  const [body, setBody] = useState('')
  const note = useMutation({
    mutationFn: () => post(path('/api/v1/console/inquiries/{id}/notes', { id }), { body: body.trim() }),
    onSuccess: async () => {
      setBody('')
      await refresh()
    },
  })

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (body.trim() && !note.isPending) note.mutate()
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
