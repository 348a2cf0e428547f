import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { post } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { Failure } from '../frame/failure'
import { SelectField, TextArea } from '../frame/field'
import { type IncidentPage, useIncidentChanged, type WrittenStep } from './queries'
import { STEPS } from './words'

/** What can be written now: what is confirmed is not confirmed again, and an outage is told to no authority. */
const kindsOf = ({ incident, clocks }: IncidentPage): WrittenStep[] => [
  'fact',
  ...(incident.confirmedAt === null ? (['confirmed'] as const) : []),
  ...(incident.kind === 'outage'
    ? (['members_told'] as const)
    : (['members_told', 'authority_told'] as const)),
  ...(clocks.some(({ name }) => name === 'supplement') ? (['supplement'] as const) : []),
  'closed',
]

/** One step, which is never rewritten. */
export function WriteStep({ page, onClose }: { page: IncidentPage; onClose: () => void }) {
  const { id } = page.incident
  const changed = useIncidentChanged()
  const [kind, setKind] = useState<WrittenStep>('fact')
  const [body, setBody] = useState('')
  const write = useMutation({
    mutationFn: () => post(path('/api/v1/console/incidents/{id}/steps', { id }), { kind, body: body.trim() }),
    onSuccess: async () => {
      await changed(id)
      showToast('한 일을 적었습니다.')
      onClose()
    },
  })
  const isReady = body.trim().length > 1

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady && !write.isPending) write.mutate()
  }

  return (
    <Dialog title="한 일 적기" onClose={onClose}>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-4">
        <SelectField
          label="무엇"
          help={kind === 'closed' ? '마친 사고에는 더 적을 수 없습니다.' : undefined}
          value={kind}
          onChange={({ target }) => setKind(target.value as WrittenStep)}
        >
          {kindsOf(page).map((each) => (
            <option key={each} value={each}>
              {STEPS[each]}
            </option>
          ))}
        </SelectField>
        <TextArea
          label="내용"
          help="적은 것은 고치거나 지울 수 없습니다."
          rows={4}
          maxLength={4000}
          value={body}
          onChange={({ target }) => setBody(target.value)}
        />
        <Failure error={write.error} />
        <FormButtons isReady={isReady} isPending={write.isPending}>
          적기
        </FormButtons>
      </form>
    </Dialog>
  )
}
