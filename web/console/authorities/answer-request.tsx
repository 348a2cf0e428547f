import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { post } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { Failure } from '../frame/failure'
import { SelectField, TextArea, TextField } from '../frame/field'
import { type AuthorityRequest, OUTCOMES, optionsOf } from './words'

interface AnswerRequestProps {
  request: AuthorityRequest
  onDone: () => void
  onClose: () => void
}

/** What was given. It is written once, so it says so before. */
export function AnswerRequest({ request, onDone, onClose }: AnswerRequestProps) {
  const [outcome, setOutcome] = useState<NonNullable<AuthorityRequest['outcome']>>('given')
  const [given, setGiven] = useState('')
  const [people, setPeople] = useState(String(request.peopleAsked))
  const gives = outcome === 'given' || outcome === 'partly'
  const answer = useMutation({
    mutationFn: () =>
      post(path('/api/v1/console/authorities/{id}/answer', { id: request.id }), {
        outcome,
        given: given.trim(),
        peopleGiven: gives ? Number(people) : 0,
      }),
    onSuccess: onDone,
  })
  const isReady = !gives || (given.trim() !== '' && Number(people) > 0)

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady && !answer.isPending) answer.mutate()
  }

  return (
    <Dialog title={`회신 적기: ${request.documentNumber}`} onClose={onClose}>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-4">
        <SelectField
          label="결과"
          value={outcome}
          onChange={({ target }) => setOutcome(target.value as typeof outcome)}
        >
          {optionsOf(OUTCOMES).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        {gives && (
          <TextField
            label="제공 인원"
            inputMode="numeric"
            maxLength={7}
            value={people}
            onChange={({ target }) => setPeople(target.value.replace(/\D/g, ''))}
          />
        )}
        <TextArea
          label={gives ? '제공한 자료' : '설명'}
          optional={!gives}
          help="이름이나 번호를 옮겨 적지 말고 자료의 종류만 적어 주세요. 예: 이름, 연락처"
          maxLength={2000}
          value={given}
          onChange={({ target }) => setGiven(target.value)}
        />
        <p className="text-caption text-ink-2">한 번 적은 회신은 고칠 수 없습니다.</p>
        <Failure error={answer.error} />
        <FormButtons isReady={isReady} isPending={answer.isPending}>
          회신 적기
        </FormButtons>
      </form>
    </Dialog>
  )
}
