import { ChangeDialog } from '../desk/change-dialog'
import { AsShown, type Shown } from './as-shown'
import { TOLD } from './told-fields'

/** A new announcement: written, seen as customers will read it, and then told. */
export function Announce({ onClose }: { onClose: () => void }) {
  return (
    <ChangeDialog
      change="status.say"
      target={null}
      confirmLabel="모두에게 알리기"
      start={{ level: 'degraded', state: 'looking' }}
      own={TOLD}
      picture={(wish) => <AsShown {...(wish as unknown as Shown)} isNew />}
      onClose={onClose}
      leads={({ id }) => `/console/status/${id}`}
    />
  )
}
