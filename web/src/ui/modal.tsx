import { lazy, Suspense } from 'react'
import type { ModalProps } from './modal-dialog'
import { store } from './store'

const current = store<{ props: ModalProps; place: number } | null>(null)
let opened = 0
const ModalDialog = lazy(() => import('./modal-dialog'))

/** Takes the place of the one that is open. */
export function openModal(props: ModalProps) {
  opened += 1
  current.set({ props, place: opened })
}

/** The word of one that closes comes late: another may have taken its place by then. */
const forget = (place: number) => {
  if (current.get()?.place === place) current.set(null)
}

/** The one modal of the app; its code comes when the first one opens. */
export function ModalPlace() {
  const modal = current.use()
  if (!modal) return null
  return (
    <Suspense fallback={null}>
      <ModalDialog key={modal.place} {...modal.props} onClose={() => forget(modal.place)} />
    </Suspense>
  )
}
