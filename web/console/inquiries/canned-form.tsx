import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Answer, path } from '../../src/api/path'
import { codeOf } from '../../src/api/problem'
import { showToast } from '../../src/ui/toast'
import { Button } from '../frame/button'
import { post, put } from '../frame/calls'
import { CancelButton, Dialog, DialogButtons } from '../frame/dialog'
import { Failure } from '../frame/failure'
import { SelectField, TextArea, TextField } from '../frame/field'
import { DeleteCanned } from './delete-canned'
import { type Canned, cannedQuery } from './queries'
import { categoryOptions } from './words'

interface CannedFormProps {
  /** The one to change; without it a new one is made. */
  kept?: Canned
  placeholders: Answer<'/api/v1/console/canned-answers'>['placeholders']
  onClose: () => void
}

export function CannedForm({ kept, placeholders, onClose }: CannedFormProps) {
  const client = useQueryClient()
  const [title, setTitle] = useState(kept?.title ?? '')
  const [category, setCategory] = useState<string>(kept?.category ?? '')
  const [body, setBody] = useState(kept?.body ?? '')
  const [isDeleting, setDeleting] = useState(false)
  const reload = () => client.invalidateQueries({ queryKey: cannedQuery.queryKey })
  const save = useMutation({
    mutationFn: () => {
      const form = { title: title.trim(), category: (category || null) as Canned['category'], body }
      return kept
        ? put(path('/api/v1/console/canned-answers/{id}', { id: kept.id }), {
            ...form,
            version: kept.version,
          })
        : post('/api/v1/console/canned-answers', form)
    },
    onSuccess: async () => {
      await reload()
      showToast('답변 서식을 저장했습니다.')
      onClose()
    },
    onError: (error) => {
      if (codeOf(error) === 'canned_answer_changed') reload()
    },
  })
  const isReady = title.trim() !== '' && body.trim() !== ''

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady && !save.isPending) save.mutate()
  }

  if (isDeleting && kept)
    return <DeleteCanned kept={kept} onGone={onClose} onClose={() => setDeleting(false)} />
  return (
    <Dialog title={kept ? '답변 서식 고치기' : '답변 서식 만들기'} onClose={onClose} wide>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
        <TextField
          label="이름"
          maxLength={60}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <SelectField label="분류" value={category} onChange={(event) => setCategory(event.target.value)}>
          <option value="">모든 분류</option>
          {categoryOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextArea
          label="내용"
          rows={9}
          maxLength={5000}
          value={body}
          help="아래 항목을 누르면 끝에 들어갑니다. 답변을 보낼 때 그 회원의 것으로 바뀝니다."
          onChange={(event) => setBody(event.target.value)}
        />
        <ul className="flex flex-wrap gap-1.5" aria-label="넣을 수 있는 항목">
          {placeholders.map(({ name, label }) => (
            <li key={name}>
              <button
                type="button"
                title={label}
                onClick={() => setBody(`${body}{${name}}`)}
                className="rounded-control border border-line px-2 py-1 text-caption hover:bg-surface"
              >
                {`{${name}}`}
                <span className="sr-only"> {label} 넣기</span>
              </button>
            </li>
          ))}
        </ul>
        <Failure error={save.error} />
        <DialogButtons>
          {kept && (
            <Button kind="danger" onClick={() => setDeleting(true)}>
              삭제
            </Button>
          )}
          <CancelButton />
          <Button type="submit" disabled={!isReady} loading={save.isPending}>
            저장
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
