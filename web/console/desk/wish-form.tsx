import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { classes } from '../../src/ui/classes'
import { Dialog, FormButtons } from '../frame/dialog'
import { Failure } from '../frame/failure'
import { Check, SelectField, TextArea, TextField } from '../frame/field'
import type { Field } from './changes'
import { useOptions } from './options'
import { fits, shownOf, type Typed } from './wish'

/** Draws a field from the form and its description. */
export type OwnFields = Record<string, (form: UseFormReturn<Typed>, field: Field) => ReactNode>

interface WishFormProps {
  title: string
  fields: Field[]
  form: UseFormReturn<Typed>
  own?: OwnFields | undefined
  shows?: ((name: string, typed: Typed) => boolean) | undefined
  /** What it means to choose nothing, by the names of the fields. */
  nothing?: Record<string, string> | undefined
  button?: string
  error?: Error | null
  isPending?: boolean
  onReady: () => void
  onClose: () => void
}

/** Asks for what the change leaves to decide; the preview comes after it. */
export function WishForm(props: WishFormProps) {
  const {
    title,
    form,
    own,
    nothing,
    button = '미리 보기',
    error,
    isPending = false,
    onReady,
    onClose,
  } = props
  const typed = form.watch()
  const fields = shownOf(props.fields, typed, props.shows)
  const isWide = fields.length > MANY
  const isReady = fields.every((field) => fits(field, typed[field.name]))
  return (
    <Dialog
      title={title}
      onClose={onClose}
      isFilled={form.formState.isDirty}
      wide={isWide || own !== undefined}
    >
      <form
        method="post"
        noValidate
        onSubmit={form.handleSubmit(onReady)}
        className={classes('grid gap-4', isWide && 'sm:grid-cols-2')}
      >
        {fields.map((field) => (
          <div key={field.name} className={classes(isBroad(field) && 'sm:col-span-full')}>
            {own?.[field.name]?.(form, field) ?? (
              <WishField
                field={field}
                form={form}
                typed={typed[field.name]}
                nothing={nothing?.[field.name]}
              />
            )}
          </div>
        ))}
        <div className="grid gap-4 sm:col-span-full">
          <Failure error={error ?? null} />
          <FormButtons isReady={isReady} isPending={isPending}>
            {button}
          </FormButtons>
        </div>
      </form>
    </Dialog>
  )
}

/** A form of more fields is a wide one. */
const MANY = 3
/** From so many characters on, a text has more than one line; a letter or a page has as many as are read at once. */
const LONG = 100
const LETTER = 5000
const isBroad = ({ type, maxLength = 0 }: Field) => type === 'own' || maxLength > LONG

interface WishFieldProps {
  field: Field
  form: UseFormReturn<Typed>
  typed: unknown
  nothing: string | undefined
}

function WishField({ field, form, typed, nothing }: WishFieldProps) {
  const fetched = useOptions(field.options)
  const texts = {
    label: field.label,
    help: field.help,
    optional: !field.required,
    error: typed !== '' && field.type === 'integer' && !fits(field, typed) ? field.help : undefined,
  }
  const bound = form.register(field.name)
  if (field.type === 'boolean') return <Check label={field.label} {...bound} />
  const words = Object.entries(field.words ?? {}).map(([value, label]) => ({ value, label }))
  const options = field.options ? fetched : words
  if (field.options || field.words)
    return options.length === 0 ? null : (
      <SelectField {...texts} {...bound}>
        <NoChoice field={field} word={nothing} />
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    )
  const { maxLength = 0 } = field
  if (maxLength > LONG)
    return <TextArea {...texts} {...bound} rows={maxLength > LETTER ? 8 : 2} maxLength={maxLength} />
  return (
    <TextField
      {...texts}
      {...bound}
      autoComplete="off"
      {...(field.type === 'date' && { type: 'date' })}
      {...(field.type === 'date-time' && { type: 'datetime-local' })}
      {...(field.type === 'integer' && { inputMode: 'numeric' as const })}
      {...(field.maxLength !== undefined && { maxLength: field.maxLength })}
    />
  )
}

/** What stands where nothing is chosen. It can be chosen again only where the server takes it. */
function NoChoice({ field, word = '고르지 않음' }: { field: Field; word: string | undefined }) {
  if (field.default) return null
  return field.required ? (
    <option value="" disabled>
      고르기
    </option>
  ) : (
    <option value="">{word}</option>
  )
}
