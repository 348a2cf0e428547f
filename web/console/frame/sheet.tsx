import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Icon } from '../../src/ui/icon'
import { ButtonLink, IconButton } from './button'

interface SheetProps {
  title: string
  onClose: () => void
  /** The page of what the sheet shows a part of. */
  page?: string | undefined
  children: ReactNode
}

/** The sheet that is open; there is one at a time. */
export const sheetNow = () => document.querySelector<HTMLElement>('[data-sheet]')

/**
 * What one row of a list is about, beside the list, which stays usable: it is no modal dialog. On a phone it covers the list.
 * Escape closes it and the focus goes back to the row.
 */
export function Sheet({ title, onClose, page, children }: SheetProps) {
  const sheet = useRef<HTMLElement>(null)
  const id = useId()

  useEffect(() => {
    const opener = document.activeElement
    sheet.current?.focus({ preventScroll: true })
    return () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true })
    }
  }, [])

  useEffect(() => {
    function pressed(event: KeyboardEvent) {
      // A dialog or a menu above it takes the key first.
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open]')) return
      onClose()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [onClose])

  return (
    <section
      ref={sheet}
      data-sheet
      tabIndex={-1}
      aria-labelledby={id}
      className="fixed inset-y-0 right-0 z-30 flex w-[min(520px,100vw)] animate-rise flex-col bg-paper outline-none floating"
    >
      <header className="flex items-center gap-2 border-line border-b py-2 pr-3 pl-5">
        <h2 id={id} className="min-w-0 flex-1 truncate text-lead">
          {title}
        </h2>
        {page && <ButtonLink to={page}>전체 페이지</ButtonLink>}
        <IconButton aria-label="닫기" onClick={onClose}>
          <Icon name="close" className="size-5" />
        </IconButton>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-5 text-small">{children}</div>
    </section>
  )
}
