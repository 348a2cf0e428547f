import { ChangeDialog } from '../desk/change-dialog'
import { TextArea } from '../frame/field'
import type { AuthorityRequest } from './words'

interface AnswerRequestProps {
  request: AuthorityRequest
  onClose: () => void
}

const gives = (outcome: unknown) => outcome === 'given' || outcome === 'partly'

/** What was given. If nothing was, it was given about nobody. It is written once, so it says so before. */
export function AnswerRequest({ request, onClose }: AnswerRequestProps) {
  return (
    <ChangeDialog
      change="authorities.answer"
      target={request.id}
      title={`회신 적기: ${request.documentNumber}`}
      start={{ outcome: 'given', peopleGiven: String(request.peopleAsked) }}
      shows={(name, { outcome }) => name !== 'peopleGiven' || gives(outcome)}
      own={{
        given: (form, field) => (
          <TextArea
            label={gives(form.watch('outcome')) ? field.label : '설명'}
            optional={!gives(form.watch('outcome'))}
            help={field.help}
            error={form.getFieldState('given', form.formState).error && '어떤 자료를 제공했는지 적어 주세요.'}
            maxLength={field.maxLength}
            {...form.register('given', {
              validate: (typed, { outcome }) => !gives(outcome) || String(typed).trim() !== '',
            })}
          />
        ),
      }}
      onClose={onClose}
    />
  )
}
