import type { ComponentProps } from 'react'
import { classes } from './classes'
import { Link, type LinkProps } from './link'

type ButtonKind = 'main' | 'quiet' | 'text' | 'danger'

interface Look {
  kind?: ButtonKind | undefined
  size?: keyof typeof SIZES | undefined
  /** Fills the width of its container. */
  wide?: boolean | undefined
}

const KINDS: Record<ButtonKind, string> = {
  main: 'bg-accent text-on-accent hover:bg-accent-hover disabled:not-aria-busy:bg-line disabled:not-aria-busy:text-ink-2',
  quiet:
    'border border-ink-3 bg-paper text-ink hover:bg-surface disabled:not-aria-busy:border-line disabled:not-aria-busy:text-ink-3',
  text: 'text-ink-2 underline decoration-line underline-offset-4 hover:text-ink hover:decoration-ink-3',
  danger: 'border border-danger bg-paper text-danger hover:bg-danger-tint disabled:not-aria-busy:opacity-60',
}

/** Every height that a button has, so that no page invents another (`tests/buttons.test.ts`). None is below 44 px. */
const SIZES = {
  normal: 'min-h-13 sm:min-h-12 px-6 text-body',
  /** Beside a field, as high as that and as narrow as it can be. */
  field: 'min-h-13 sm:min-h-12 shrink-0 px-4 text-body',
  small: 'min-h-11 px-4 text-small',
}

/** The class names of a button, for a plain `<a>` that leads to another site or saves a file. */
export const buttonLook = ({ kind = 'main', size = 'normal', wide = false }: Look) =>
  classes(
    'inline-flex items-center justify-center gap-2 rounded-control text-center font-semibold',
    'transition-opacity duration-150 select-none active:opacity-80 print:hidden',
    kind === 'text' ? 'min-h-11 px-2 text-small font-medium' : SIZES[size],
    KINDS[kind],
    wide && 'w-full',
  )

type ButtonProps = Look & ComponentProps<'button'> & { loading?: boolean }

/**
 * While loading, a button keeps its width and the focus, which `disabled` would take from it, shows a ring in place of its
 * label (`tokens.css`), and does nothing. What is pressed before hydration is kept (`shell/early-presses.ts`).
 */
export const Button = ({ kind, size, wide, loading = false, className, onClick, ...rest }: ButtonProps) => (
  <button
    type="button"
    {...rest}
    className={classes(buttonLook({ kind, size, wide }), className)}
    aria-busy={loading || undefined}
    aria-disabled={loading || undefined}
    // Also what Enter in a field of its form presses.
    onClick={(event) => (loading ? event.preventDefault() : onClick?.(event))}
  />
)

type ButtonLinkProps = Look & LinkProps

/** A link that looks like a button: it leads somewhere, a button does something. */
export function ButtonLink({ kind, size, wide, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={classes(buttonLook({ kind, size, wide }), className)} />
}

type IconButtonProps = ComponentProps<'button'> & { 'aria-label': string }

/** A button that is nothing but a sign that everybody knows. */
export const IconButton = ({ className, ...rest }: IconButtonProps) => (
  <button
    type="button"
    {...rest}
    className={classes(
      'grid size-11 shrink-0 place-items-center rounded-control hover:bg-surface print:hidden',
      className,
    )}
  />
)
