import { lazy, Suspense } from 'react'
import { store } from './store'

export interface ModalProps {
  type: 'alert' | 'confirm'
  title?: string
  message: string
  confirmLabel?: string
  cancelLabel?: string
  /** The confirming button ends something. */
  danger?: boolean
  /** While its promise runs the modal stays; it closes when the promise resolves. */
  onConfirm?: () => unknown
}

const current = store<ModalProps | null>(null)
const ModalDialog = lazy(() => import('./modal-dialog'))

export const openModal = (props: ModalProps) => current.set(props)
const close = () => current.set(null)

/** The one modal of the app; its code comes when the first one opens. */
export function ModalPlace() {
  const props = current.use()
  if (!props) return null
  return (
    <Suspense fallback={null}>
      <ModalDialog {...props} onClose={close} />
    </Suspense>
  )
}
