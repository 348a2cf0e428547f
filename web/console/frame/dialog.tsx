import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { classes } from '../../src/ui/classes'
import { Icon } from '../../src/ui/icon'
import { IconButton } from './button'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  wide?: boolean
  /** It cannot be closed: what it asks for has to be done first. */
  required?: boolean
}

/** Opens a native dialog with what it holds, and gives the focus back when it goes. */
export function useShownModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const opener = document.activeElement
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
      // A dialog that is removed does not give the focus back by itself.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return dialog
}

/** A dialog around a small form. The browser traps the focus and closes it on Escape. */
export function Dialog({ title, onClose, children, wide = false, required = false }: DialogProps) {
  const dialog = useShownModal()
  const id = useId()
  // `onClose` of the element comes too late to tell apart from the removal, so Escape alone is listened to.
  useEffect(() => {
    const element = dialog.current
    const cancelled = (event: Event) => {
      event.preventDefault()
      if (!required) onClose()
    }
    element?.addEventListener('cancel', cancelled)
    return () => element?.removeEventListener('cancel', cancelled)
  }, [dialog, onClose, required])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={classes(
        'm-auto max-h-[calc(100dvh-32px)] animate-rise overflow-y-auto rounded-card bg-paper p-5 text-ink text-small floating backdrop:bg-scrim',
        wide ? 'w-[min(720px,calc(100vw-24px))]' : 'w-[min(480px,calc(100vw-24px))]',
        required && 'backdrop:backdrop-blur-md',
      )}
    >
      <div className="mb-3 flex items-start justify-between gap-3">
        <h2 id={id} className="pt-1 text-lead">
          {title}
        </h2>
        {!required && (
          <IconButton aria-label="닫기" onClick={onClose} className="-mt-1 -mr-2">
            <Icon name="close" className="size-5" />
          </IconButton>
        )}
      </div>
      {children}
    </dialog>
  )
}

/** The buttons at a dialog's end: what it is for stands last, where the thumb is. */
export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className="mt-4 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">{children}</div>
)
