import type { UseFormReturn } from 'react-hook-form'
import { ChangeDialog } from '../desk/change-dialog'
import type { Field } from '../desk/changes'
import type { Typed } from '../desk/wish'
import { SelectField } from '../frame/field'
import type { IncidentPage, StepKind } from './queries'
import { STEPS } from './words'

/** What can be written now: what is confirmed is not confirmed again, and an outage is told to no authority. */
const kindsOf = ({ incident, clocks }: IncidentPage): StepKind[] => [
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
  return (
    <ChangeDialog
      change="incidents.step"
      target={page.incident.id}
      title="한 일 적기"
      start={{ kind: 'fact' }}
      own={{
        kind: (form: UseFormReturn<Typed>, { label }: Field) => (
          <SelectField
            label={label}
            help={form.watch('kind') === 'closed' ? '마친 사고에는 더 적을 수 없습니다.' : undefined}
            {...form.register('kind')}
          >
            {kindsOf(page).map((each) => (
              <option key={each} value={each}>
                {STEPS[each]}
              </option>
            ))}
          </SelectField>
        ),
      }}
      onClose={onClose}
    />
  )
}
