import type { UseFormReturn } from 'react-hook-form'
import { Dialog, FormButtons } from '../frame/dialog'
import { SelectField, TextArea, TextField } from '../frame/field'
import type { Field } from './changes'
import { useOptions } from './options'
import { fits, type Typed } from './wish'

interface WishFormProps {
  title: string
  fields: Field[]
  form: UseFormReturn<Typed>
  onReady: () => void
  onClose: () => void
}

/** Asks for what the change leaves to decide; the preview comes after it. */
export function WishForm({ title, fields, form, onReady, onClose }: WishFormProps) {
  const typed = form.watch()
  const isReady = fields.every((field) => fits(field, typed[field.name] ?? ''))
  return (
    <Dialog title={title} onClose={onClose}>
      <form method="post" noValidate onSubmit={form.handleSubmit(onReady)} className="grid gap-4">
        {fields.map((field) => (
          <WishField key={field.name} field={field} form={form} typed={typed[field.name] ?? ''} />
        ))}
        <FormButtons isReady={isReady}>미리 보기</FormButtons>
      </form>
    </Dialog>
  )
}

/** From so many characters on, a text has more than one line. */
const LONG = 100

function WishField({ field, form, typed }: { field: Field; form: UseFormReturn<Typed>; typed: string }) {
  const options = useOptions(field.options)
  const texts = {
    label: field.label,
    help: field.help,
    optional: !field.required,
    error: typed !== '' && field.type === 'integer' && !fits(field, typed) ? field.help : undefined,
  }
  const bound = form.register(field.name)
  if (field.options)
    return options.length === 0 ? null : (
      <SelectField {...texts} {...bound}>
        <option value="">고르지 않음</option>
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    )
  if ((field.maxLength ?? 0) > LONG)
    return <TextArea {...texts} {...bound} rows={2} maxLength={field.maxLength} />
  return (
    <TextField
      {...texts}
      {...bound}
      autoComplete="off"
      {...(field.type === 'date' && { type: 'date' })}
      {...(field.type === 'integer' && { inputMode: 'numeric' as const })}
      {...(field.maxLength !== undefined && { maxLength: field.maxLength })}
    />
  )
}
