import type { ComponentProps } from 'react'
import { classes } from '../../src/ui/classes'
import { Link, type LinkProps } from '../../src/ui/link'

type Kind = 'main' | 'quiet' | 'text' | 'danger'

const KINDS: Record<Kind, string> = {
  main: 'bg-accent text-on-accent hover:bg-accent-hover disabled:not-aria-busy:bg-line disabled:not-aria-busy:text-ink-2',
  quiet:
    'border border-ink-3 bg-paper text-ink hover:bg-surface disabled:not-aria-busy:border-line disabled:not-aria-busy:text-ink-3',
  text: 'text-ink-2 underline decoration-line underline-offset-4 hover:text-ink hover:decoration-ink-3',
  danger:
    'border border-danger bg-paper text-danger hover:bg-danger-tint disabled:not-aria-busy:border-line disabled:not-aria-busy:text-ink-3',
}

const look = (kind: Kind, className?: string) =>
  classes(
    'inline-flex min-h-9 items-center justify-center gap-1.5 rounded-control text-center font-semibold text-small max-sm:min-h-11',
    'select-none whitespace-nowrap transition-opacity duration-150 active:opacity-80 print:hidden',
    kind === 'text' ? 'px-1.5 font-medium' : 'px-3',
    KINDS[kind],
    className,
  )

type ButtonProps = ComponentProps<'button'> & { kind?: Kind; loading?: boolean }

/**
 * The shop's button, one size smaller. While loading it keeps its width and the focus, shows a ring and does nothing. A
 * `disabled` one needs its reason beside it.
 */
export function Button({ kind = 'main', loading = false, className, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={look(kind, className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={(event) => (loading ? event.preventDefault() : onClick?.(event))}
    />
  )
}

export const ButtonLink = ({ kind = 'quiet', className, ...rest }: LinkProps & { kind?: Kind }) => (
  <Link {...rest} className={look(kind, className)} />
)

/** A sign that everybody knows: close, menu, copy. */
export const IconButton = ({ className, ...rest }: ComponentProps<'button'> & { 'aria-label': string }) => (
  <button
    type="button"
    {...rest}
    className={classes(
      'grid size-9 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-surface hover:text-ink max-sm:size-11 print:hidden',
      className,
    )}
  />
)
