import { useEffect, useId, useRef, useState } from 'react'
import { Button } from './button'
import type { ModalProps } from './modal'

/** The browser's own dialog: it holds the focus, answers Escape and gives the focus back. */
export default function ModalDialog(props: ModalProps & { onClose: () => void }) {
  const {
    type,
    title,
    message,
    confirmLabel = '확인',
    cancelLabel = '취소',
    danger,
    onConfirm,
    onClose,
  } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const [busy, setBusy] = useState(false)
  const id = useId()

  useEffect(() => dialog.current?.showModal(), [])

  async function confirm() {
    setBusy(true)
    try {
      await onConfirm?.()
      onClose()
    } finally {
      setBusy(false)
    }
  }

  return (
    <dialog
      ref={dialog}
      onClose={onClose}
      aria-labelledby={title && `${id}-title`}
      aria-describedby={`${id}-message`}
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
          <Button kind="quiet" wide onClick={() => dialog.current?.close()} disabled={busy}>
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
