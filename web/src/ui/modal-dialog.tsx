import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Button } from './button'

export interface ModalProps {
  type: 'alert' | 'confirm'
  title?: string
  message: string
  confirmLabel?: string
  cancelLabel?: string
  /** Confirming ends or deletes something. */
  danger?: boolean
  /** Runs on confirmation and decides itself whether and when to call `close`. Without it, confirming closes. */
  onConfirm?: (close: () => void) => unknown
  /** Runs when the cancel button is pressed, after the dialog has closed. Escape only closes the dialog. */
  onCancel?: () => void
}

/** A native dialog, so that the browser traps the focus, closes on Escape and gives the focus back. */
export default function ModalDialog(props: ModalProps & { onClose: () => void }) {
  const {
    type,
    title,
    message,
    confirmLabel = '확인',
    cancelLabel = '취소',
    danger,
    onConfirm,
    onCancel,
    onClose,
  } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const [busy, setBusy] = useState(false)
  const id = useId()
  const close = () => dialog.current?.close()

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // A dialog removed from the page while open would not give the focus back.
    return () => element?.close()
  }, [])

  useEffect(() => {
    const leave = () => dialog.current?.close()
    window.addEventListener('popstate', leave) // the modal belongs to the page that is being left
    return () => window.removeEventListener('popstate', leave)
  }, [])

  function closed() {
    // What had the focus before may be gone, as the button of something that has been done.
    if (document.activeElement === document.body)
      document.getElementById('content')?.focus({ preventScroll: true })
    onClose()
  }

  function cancel() {
    close()
    onCancel?.()
  }

  async function confirm() {
    if (!onConfirm) return close()
    setBusy(true)
    try {
      await onConfirm(close)
    } finally {
      setBusy(false)
    }
  }

  return (
    <dialog
      ref={dialog}
      onClose={closed}
      onCancel={(event) => busy && event.preventDefault()}
      aria-labelledby={`${id}-${title ? 'title' : 'message'}`}
      aria-describedby={title && `${id}-message`}
      className="m-auto w-[min(400px,calc(100vw-40px))] animate-rise rounded-card bg-paper p-6 text-ink floating backdrop:bg-scrim"
    >
      {title && (
        <h2 id={`${id}-title`} className="mb-2 text-lead">
          {title}
        </h2>
      )}
      <p id={`${id}-message`} className="whitespace-pre-line text-ink-2">
        {message}
      </p>
      <div className="mt-6 flex gap-3">
        {type === 'confirm' && (
          <Button kind="quiet" wide onClick={cancel} disabled={busy}>
            {cancelLabel}
          </Button>
        )}
        <Button kind={danger ? 'danger' : 'main'} wide onClick={confirm} loading={busy}>
          {confirmLabel}
        </Button>
      </div>
    </dialog>
  )
}
