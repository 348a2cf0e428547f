import { lazy, Suspense } from 'react'
import type { ModalProps } from './modal-dialog'
import { store } from './store'

const current = store<{ props: ModalProps; id: number } | null>(null)
let opened = 0
const ModalDialog = lazy(() => import('./modal-dialog'))

/** Opens a modal, replacing an open one. */
export function openModal(props: ModalProps) {
  opened += 1
  current.set({ props, id: opened })
}

/** A dialog reports its closing late: by then another modal may have replaced it, which must stay. */
const forget = (id: number) => {
  if (current.get()?.id === id) current.set(null)
}

/** Shows the open modal, if any. Its code is loaded when the first one opens. */
export function ModalPlace() {
  const modal = current.use()
  if (!modal) return null
  return (
    <Suspense fallback={null}>
      <ModalDialog key={modal.id} {...modal.props} onClose={() => forget(modal.id)} />
    </Suspense>
  )
}
