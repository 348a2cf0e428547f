import { type ReactNode, useId } from 'react'
import { classes } from './classes'

interface SwitchProps {
  label: ReactNode
  /** Shown below the label, such as since when it is on. */
  note?: ReactNode
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A setting that takes effect at once. If a button applies it later, use a checkbox. */
export function Switch({ label, note, checked, disabled = false, onChange }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {note && (
          <p id={`${id}-note`} className="figures text-caption text-ink-2">
            {note}
          </p>
        )}
      </div>
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={checked}
        aria-describedby={note ? `${id}-note` : undefined}
        aria-disabled={disabled || undefined}
        onClick={() => !disabled && onChange(!checked)}
        className="grid h-11 w-14 shrink-0 place-items-center rounded-control"
      >
        <span
          className={classes(
            'flex h-7 w-12 items-center rounded-full border px-1 transition-colors duration-150',
            checked ? 'justify-end border-accent bg-accent' : 'border-ink-3 bg-paper',
          )}
        >
          <span className={classes('size-5 rounded-full', checked ? 'bg-on-accent' : 'bg-ink-3')} />
        </span>
      </button>
    </div>
  )
}
