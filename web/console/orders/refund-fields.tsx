import type { UseFormReturn } from 'react-hook-form'
import { won } from '../../src/korean/money'
import type { Typed } from '../desk/wish'
import type { OwnFields } from '../desk/wish-form'
import { TextArea, TextField } from '../frame/field'

type Form = UseFormReturn<Typed>

/** How much is asked for if an amount is chosen, and the words to the member beside what the rules give. */
export const asksForRefund = (name: string, { kind }: Typed) =>
  ({ amount: kind === 'amount', words: kind === 'amount' || kind === 'all' })[name] ?? true

export const refundFields = (most: number): OwnFields => ({
  amount: (form, { label, help }) => (
    <TextField
      label={label}
      help={help}
      inputMode="numeric"
      autoComplete="off"
      error={isTooMuch(form, most) ? `1원부터 ${won(most)}까지 숫자로 입력해 주세요.` : undefined}
      {...form.register('amount')}
    />
  ),
  words: (form, { label, help, maxLength }) => (
    <TextArea label={label} help={help} rows={2} maxLength={maxLength} {...form.register('words')} />
  ),
})

function isTooMuch(form: Form, most: number) {
  const typed = String(form.watch('amount') ?? '').replaceAll(',', '')
  return typed !== '' && !(Number.isInteger(Number(typed)) && Number(typed) >= 1 && Number(typed) <= most)
}
