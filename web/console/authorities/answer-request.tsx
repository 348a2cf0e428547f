import type { UseFormReturn } from 'react-hook-form'
import { ChangeDialog } from '../desk/change-dialog'
import type { Field } from '../desk/changes'
import type { Typed } from '../desk/wish'
import { SelectField, TextArea, TextField } from '../frame/field'
import { type AuthorityRequest, OUTCOMES, optionsOf } from './words'

interface AnswerRequestProps {
  request: AuthorityRequest
  onClose: () => void
}

const gives = (outcome: unknown) => outcome === 'given' || outcome === 'partly'

/** What was given. It is written once, so it says so before. */
export function AnswerRequest({ request, onClose }: AnswerRequestProps) {
  const people = String(request.peopleAsked)
  return (
    <ChangeDialog
      change="authorities.answer"
      target={request.id}
      title={`회신 적기: ${request.documentNumber}`}
      start={{ outcome: 'given', peopleGiven: people }}
      own={{
        outcome: (form, field) => <OutcomeField form={form} field={field} people={people} />,
        peopleGiven: (form, field) =>
          gives(form.watch('outcome')) ? (
            <TextField
              label={field.label}
              inputMode="numeric"
              maxLength={7}
              {...form.register('peopleGiven')}
            />
          ) : (
            <span hidden />
          ),
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

interface OutcomeProps {
  form: UseFormReturn<Typed>
  field: Field
  people: string
}

/** The outcome. If nothing was given, it was given about nobody. */
function OutcomeField({ form, field, people }: OutcomeProps) {
  return (
    <SelectField
      label={field.label}
      help={field.help}
      {...form.register('outcome', {
        onChange: ({ target }) => form.setValue('peopleGiven', gives(target.value) ? people : '0'),
      })}
    >
      {optionsOf(OUTCOMES).map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}
