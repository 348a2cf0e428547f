import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classes } from '../../src/ui/classes'

interface PopoverProps {
  /** What the button holds. */
  label: ReactNode
  /** The button's name, where what it holds does not say it. */
  name?: string | undefined
  look: string
  side?: 'left' | 'right'
  children: (close: () => void) => ReactNode
}

/** Something small that hangs from a button, until Escape, a press elsewhere, or the focus leaves it. */
export function Popover({ label, name, look, side = 'left', children }: PopoverProps) {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()

  useEffect(() => {
    if (!isOpen) return
    place.current?.querySelector<HTMLElement>(`[id="${id}"] :is(input, select, button, a)`)?.focus()
    const elsewhere = ({ target }: PointerEvent) => {
      if (!place.current?.contains(target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', elsewhere)
    return () => document.removeEventListener('pointerdown', elsewhere)
  }, [isOpen, id])

  function close() {
    setOpen(false)
    button.current?.focus()
  }

  function pressed(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return
    event.preventDefault()
    event.stopPropagation()
    close()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the Escape of what stands in it
    <div
      ref={place}
      className="relative"
      onKeyDown={pressed}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !place.current?.contains(relatedTarget)) setOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={name}
        onClick={() => setOpen(!isOpen)}
        className={look}
      >
        {label}
      </button>
      {isOpen && (
        <div
          id={id}
          className={classes(
            'absolute top-full z-40 mt-1 w-max min-w-44 max-w-[min(360px,calc(100vw-32px))] animate-rise rounded-card bg-paper p-1.5 text-small floating',
            side === 'left' ? 'left-0' : 'right-0',
          )}
        >
          {children(close)}
        </div>
      )}
    </div>
  )
}
