import { useNavigate } from '../../src/ui/navigate'
import { ChangeDialog } from '../desk/change-dialog'
import { hasField } from './words'

/** A new plan. It begins hidden, and its page is where prices are set. */
export function MakePlan({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <ChangeDialog
      change="catalog.make"
      target={null}
      shows={(name, { kind }) => hasField(String(kind), name)}
      sent={(wish) => ({ ...wish, code: String(wish.code).toLowerCase() })}
      onClose={onClose}
      onDone={({ id }) => navigate(`/console/plans/${id}`)}
    />
  )
}
