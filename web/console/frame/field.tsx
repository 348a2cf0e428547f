import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from '../../src/ui/classes'
import { FieldError } from '../../src/ui/field'
import { Icon } from '../../src/ui/icon'

interface Texts {
  label: string
  /** What to type; stays in sight. */
  help?: ReactNode
  error?: string | undefined
  optional?: boolean
}

export const BOX =
  'w-full min-h-9 max-sm:min-h-11 rounded-control border border-ink-3 bg-paper px-3 text-small text-ink placeholder:text-ink-3 ' +
  'aria-invalid:border-danger disabled:border-line disabled:bg-surface disabled:text-ink-2'

function Frame({ id, label, help, error, optional, children }: Texts & { id: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label htmlFor={id} className="font-semibold text-caption">
        {label}
        {optional && <span className="ml-1 font-normal text-ink-3">(선택)</span>}
      </label>
      {children}
      {help && (
        <div id={`${id}-help`} className="text-caption text-ink-2">
          {help}
        </div>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

const described = (id: string, help: ReactNode, error: string | undefined) =>
  ({
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': classes(Boolean(help) && `${id}-help`, `${id}-error`),
  }) as const

export function TextField({
  label,
  help,
  error,
  optional,
  className,
  ...input
}: Texts & ComponentProps<'input'>) {
  const id = useId()
  return (
    <Frame {...{ id, label, help, error }} {...(optional && { optional })}>
      <input {...described(id, help, error)} {...input} className={classes(BOX, className)} />
    </Frame>
  )
}

export function TextArea({
  label,
  help,
  error,
  optional,
  className,
  ...area
}: Texts & ComponentProps<'textarea'>) {
  const id = useId()
  return (
    <Frame {...{ id, label, help, error }} {...(optional && { optional })}>
      <textarea
        rows={3}
        {...described(id, help, error)}
        {...area}
        className={classes(BOX, 'resize-y py-2', className)}
      />
    </Frame>
  )
}

export function SelectField({
  label,
  help,
  error,
  optional,
  className,
  ...select
}: Texts & ComponentProps<'select'>) {
  const id = useId()
  return (
    <Frame {...{ id, label, help, error }} {...(optional && { optional })}>
      <div className="relative">
        <select
          {...described(id, help, error)}
          {...select}
          className={classes(BOX, 'appearance-none pr-9', className)}
        />
        <Icon
          name="down"
          className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-2"
        />
      </div>
    </Frame>
  )
}

/** One or the other: a box with its sentence. */
export function Check({ label, className, ...input }: ComponentProps<'input'> & { label: ReactNode }) {
  return (
    <label className={classes('flex min-h-9 items-center gap-2 text-small max-sm:min-h-11', className)}>
      <input type="checkbox" {...input} className="size-4 shrink-0 accent-accent" />
      <span>{label}</span>
    </label>
  )
}
