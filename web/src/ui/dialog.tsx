import { type ReactNode, useEffect, useId, useRef } from 'react'

interface DialogProps {
  title: string
  onClose: () => void
  /** Escape does not close it. */
  required?: boolean
  children: ReactNode
}

/** A native dialog around a small form. For a question with two buttons, use `openModal`. */
export function Dialog({ title, onClose, required = false, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    return () => {
      // A dialog removed from the page does not give the focus back by itself.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      onCancel={(event) => required && event.preventDefault()}
      aria-labelledby={id}
      className="m-auto w-[min(440px,calc(100vw-40px))] animate-rise rounded-card bg-paper p-6 text-ink floating backdrop:bg-scrim"
    >
      <h2 id={id} className="text-lead">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
