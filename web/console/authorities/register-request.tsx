import type { UseFormReturn } from 'react-hook-form'
import { ChangeDialog } from '../desk/change-dialog'
import type { Field } from '../desk/changes'
import type { Typed } from '../desk/wish'
import { TextField } from '../frame/field'

const START = { branch: 'police', kind: 'subscriber', peopleAsked: '1' }

/** What stands on the document that came. Data by a court's permit or a warrant is entered with its number. */
export function RegisterRequest({ onClose }: { onClose: () => void }) {
  return (
    <ChangeDialog
      change="authorities.register"
      target={null}
      title="수사기관 요청 등록"
      start={START}
      own={{ permitNumber: (form, field) => <PermitNumber form={form} field={field} /> }}
      onClose={onClose}
    />
  )
}

function PermitNumber({ form, field }: { form: UseFormReturn<Typed>; field: Field }) {
  const needsPermit = ['records', 'seizure'].includes(String(form.watch('kind')))
  const { error } = form.getFieldState('permitNumber', form.formState)
  return (
    <TextField
      label={field.label}
      optional={!needsPermit}
      help={needsPermit ? '허가서나 영장이 없으면 이 자료는 제공할 수 없습니다.' : undefined}
      maxLength={field.maxLength}
      error={error && '법원 허가서나 영장의 번호를 적어 주세요.'}
      {...form.register('permitNumber', {
        validate: (typed, { kind }) =>
          !['records', 'seizure'].includes(String(kind)) || String(typed).trim() !== '',
      })}
    />
  )
}
