import { useState } from 'react'
import { openModal } from './modal'
import type { ModalProps } from './modal-dialog'
import { showToast } from './toast'

interface ConfirmedAction extends Pick<ModalProps, 'title' | 'message' | 'confirmLabel' | 'cancelLabel'> {
  act: () => Promise<unknown>
  /** The toast that confirms a success. */
  done: string
  /** Runs after a success, such as to move the focus from an element that is gone. */
  afterwards?: () => void
}

/** Asks before an action that ends or deletes something. A refusal is returned, to be shown in place. */
export function useConfirmedAction() {
  const [refusal, setRefusal] = useState<string>()

  function ask({ act, done, afterwards, ...question }: ConfirmedAction) {
    setRefusal(undefined)
    openModal({
      type: 'confirm',
      danger: true,
      ...question,
      onConfirm: (close) =>
        act()
          .finally(close)
          .then(
            () => {
              showToast(done)
              afterwards?.()
            },
            (error: Error) => setRefusal(error.message),
          ),
    })
  }

  return { ask, refusal }
}
