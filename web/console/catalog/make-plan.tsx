import { ChangeDialog } from '../desk/change-dialog'
import { hasField } from './words'

/** A new plan. It begins hidden, and its page is where prices are set. */
export function MakePlan({ onClose }: { onClose: () => void }) {
  return (
    <ChangeDialog
      change="catalog.make"
      target={null}
      shows={(name, { kind }) => hasField(String(kind), name)}
      sent={(wish) => ({ ...wish, code: String(wish.code).toLowerCase() })}
      onClose={onClose}
      leads={({ id }) => `/console/plans/${id}`}
    />
  )
}
