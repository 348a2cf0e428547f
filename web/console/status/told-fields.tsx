import type { UseFormReturn } from 'react-hook-form'
import type { Typed } from '../desk/wish'
import type { OwnFields } from '../desk/wish-form'
import { Check, SelectField, TextArea } from '../frame/field'
import { type Level, type PartName, type Progress, STATUS_PARTS } from './queries'
import { LEVELS, PARTS, progressOptions, progressWord } from './words'

type Form = UseFormReturn<Typed>
const levelIn = (form: Form) => form.watch('level') as Level
const stateIn = (form: Form) => form.watch('state') as Progress

/** In the order of the page, whichever was ticked first. */
function toggle(form: Form, part: PartName) {
  const ticked = (form.getValues('parts') || []) as PartName[]
  form.setValue(
    'parts',
    STATUS_PARTS.filter((each) => ticked.includes(each) !== (each === part)),
    { shouldDirty: true },
  )
}

function setLevel(form: Form, level: Level) {
  const allowed = progressOptions(level)
  form.setValue('level', level)
  if (!allowed.includes(form.getValues('state') as Progress)) form.setValue('state', allowed[0])
}

/** The fields of an announcement. How far we are depends on how bad it is, and what to say on both. */
export const TOLD: OwnFields = {
  parts: (form, { label }) => (
    <fieldset>
      <legend className="font-semibold text-caption">{label}</legend>
      <div className="flex flex-wrap gap-x-5">
        {STATUS_PARTS.map((part) => (
          <Check
            key={part}
            label={PARTS[part]}
            checked={((form.watch('parts') || []) as PartName[]).includes(part)}
            onChange={() => toggle(form, part)}
          />
        ))}
      </div>
    </fieldset>
  ),
  level: (form, { label }) => (
    <SelectField
      label={label}
      help={
        levelIn(form) === 'notice'
          ? '안내는 해당하는 곳을 ‘정상’으로 둡니다. 예고한 점검에 씁니다.'
          : undefined
      }
      value={levelIn(form)}
      onChange={({ target }) => setLevel(form, target.value as Level)}
    >
      {Object.entries(LEVELS).map(([value, word]) => (
        <option key={value} value={value}>
          {word}
        </option>
      ))}
    </SelectField>
  ),
  state: (form, { label }) => (
    <SelectField
      label={label}
      help={stateIn(form) === 'over' ? '해결로 끝내면 더 적을 수 없습니다.' : undefined}
      {...form.register('state')}
      value={stateIn(form)}
    >
      {progressOptions(levelIn(form)).map((value) => (
        <option key={value} value={value}>
          {progressWord(levelIn(form), value)}
        </option>
      ))}
    </SelectField>
  ),
  words: (form, { label, maxLength }) => (
    <TextArea
      label={label}
      help={
        stateIn(form) === 'over'
          ? '무엇이 어떻게 해결되었는지, 고객이 할 일이 남았는지를 적어 주세요.'
          : '무슨 일인지, 고객이 무엇을 하면 되는지, 다음에 언제 알릴지를 적어 주세요.'
      }
      rows={5}
      maxLength={maxLength}
      {...form.register('words')}
    />
  ),
}
