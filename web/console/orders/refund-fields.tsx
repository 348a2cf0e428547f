import type { UseFormReturn } from 'react-hook-form'
import { won } from '../../src/korean/money'
import type { Typed } from '../desk/wish'
import type { OwnFields } from '../desk/wish-form'
import { SelectField, TextArea, TextField } from '../frame/field'

type Form = UseFormReturn<Typed>

/** How much, only if an amount is chosen, and the words to the member, only beside the rules. */
export const refundFields = (most: number): OwnFields => ({
  kind: (form, { label, words = {} }) => (
    <SelectField label={label} {...form.register('kind', { onChange: () => forget(form) })}>
      <option value="">고르지 않음</option>
      {Object.entries(words).map(([value, word]) => (
        <option key={value} value={value}>
          {word}
        </option>
      ))}
    </SelectField>
  ),
  amount: (form, { label, help }) =>
    asks(form, 'amount') ? (
      <TextField
        label={label}
        help={help}
        inputMode="numeric"
        autoComplete="off"
        error={isTooMuch(form, most) ? `1원부터 ${won(most)}까지 숫자로 입력해 주세요.` : undefined}
        {...form.register('amount')}
      />
    ) : (
      NOTHING
    ),
  words: (form, { label, help, maxLength }) =>
    asks(form, 'words') ? (
      <TextArea label={label} help={help} rows={2} maxLength={maxLength} {...form.register('words')} />
    ) : (
      NOTHING
    ),
})

// Null would have the form draw the field itself.
const NOTHING = <span hidden />

const asks = (form: Form, name: 'amount' | 'words') =>
  (name === 'amount' ? ['amount'] : ['amount', 'all']).includes(String(form.watch('kind')))

/** What is not asked for any more is not sent. */
function forget(form: Form) {
  for (const name of ['amount', 'words'] as const) if (!asks(form, name)) form.setValue(name, '')
}

function isTooMuch(form: Form, most: number) {
  const typed = String(form.watch('amount') ?? '').replaceAll(',', '')
  return typed !== '' && !(Number.isInteger(Number(typed)) && Number(typed) >= 1 && Number(typed) <= most)
}
