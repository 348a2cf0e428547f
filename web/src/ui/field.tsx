import { CircleAlert } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes'
import { Icon } from './icon'

interface FieldTexts {
  label: string
  /** What to type. Shown below the field, also while there is an error. */
  help?: ReactNode
  /** What is wrong and what to do. */
  error?: string | undefined
  optional?: boolean | undefined
}

interface FrameProps extends FieldTexts {
  id: string
  children: ReactNode
}

function Frame({ id, label, help, error, optional, children }: FrameProps) {
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="text-small font-semibold">
        {label}
        {optional && <span className="ml-1 font-normal text-ink-3">(선택)</span>}
      </label>
      {children}
      {help && (
        <p id={`${id}-help`} className="text-caption text-ink-2">
          {help}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

/** Rendered even without an error, so that screen readers announce an error when it appears. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <p id={id} aria-live="polite" className={classes('text-caption text-danger', !error && 'sr-only')}>
      {error && (
        <span className="flex items-start gap-1">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" strokeWidth={1.75} />
          {error}
        </span>
      )}
    </p>
  )
}

const BOX =
  'w-full min-h-13 sm:min-h-12 rounded-control border bg-paper px-4 text-body text-ink placeholder:text-ink-3 ' +
  'disabled:bg-surface disabled:text-ink-2'

const described = (id: string, help: ReactNode, error: string | undefined) =>
  ({
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': classes(Boolean(help) && `${id}-help`, `${id}-error`),
  }) as const

type TextFieldProps = FieldTexts & ComponentProps<'input'> & { trailing?: ReactNode }

/** `trailing` is a button beside the input, such as 중복확인. */
export function TextField({ label, help, error, optional, trailing, className, ...input }: TextFieldProps) {
  const id = useId()
  return (
    <Frame {...{ id, label, help, error, optional }}>
      <div className="flex gap-2">
        <input
          {...described(id, help, error)}
          {...input}
          className={classes(BOX, error ? 'border-danger' : 'border-ink-3', className)}
        />
        {trailing}
      </div>
    </Frame>
  )
}

type SelectFieldProps = FieldTexts & ComponentProps<'select'>

export function SelectField({ label, help, error, optional, className, ...select }: SelectFieldProps) {
  const id = useId()
  return (
    <Frame {...{ id, label, help, error, optional }}>
      <div className="relative">
        <select
          {...described(id, help, error)}
          {...select}
          className={classes(
            BOX,
            'appearance-none pr-11',
            error ? 'border-danger' : 'border-ink-3',
            className,
          )}
        />
        <Icon
          name="down"
          className="pointer-events-none absolute top-1/2 right-4 size-4 -translate-y-1/2 text-ink-2"
        />
      </div>
    </Frame>
  )
}

type TextAreaFieldProps = FieldTexts & ComponentProps<'textarea'> & { count: number; most: number }

/** Counts the characters against `most`, but accepts more: only its author can shorten a text well. */
export function TextAreaField(props: TextAreaFieldProps) {
  const { label, help, error, optional, count, most, className, ...area } = props
  const id = useId()
  return (
    <Frame {...{ id, label, help, error, optional }}>
      <textarea
        {...described(id, help, error)}
        {...area}
        className={classes(BOX, 'resize-y py-3', error ? 'border-danger' : 'border-ink-3', className)}
      />
      <p className={classes('figures text-right text-caption', count > most ? 'text-danger' : 'text-ink-2')}>
        {count.toLocaleString('ko-KR')} / {most.toLocaleString('ko-KR')}자
      </p>
    </Frame>
  )
}
