import { useState } from 'react'
import { useNavigate } from '../../src/ui/navigate'
import { showToast } from '../../src/ui/toast'
import { AskedDialog } from '../desk/change-dialog'
import { CHANGES, type ChangeName, changeNames } from '../desk/changes'
import type { Wish } from '../desk/wish'
import { Button } from '../frame/button'
import { API, send } from '../frame/calls'
import type { Selection } from '../frame/selection'
import { useMay } from '../frame/session'
import type { Preview } from '../frame/types'

interface BulkButtonProps {
  of: 'services' | 'members'
  selection: Selection
  /** The filters of the whole set. */
  query: string
  clear: () => void
}

/** Everything that can be done to the ticked rows, or to all that the filters find: asked for, previewed, begun. */
export function BulkButton({ of, selection, query, clear }: BulkButtonProps) {
  const may = useMay()
  const navigate = useNavigate()
  const [change, setChange] = useState<ChangeName | null>(null)
  if (!may('bulk.run')) return null
  const names = changeNames.filter(
    (name) => CHANGES[name].inBulk && CHANGES[name].screen === of && may(CHANGES[name].permission),
  )
  const chosen = selection.isWhole ? { query } : { ids: [...selection.ids].map(Number) }
  const form = (wish: Wish) => ({ change, wish, ...chosen })
  const close = () => setChange(null)
  return (
    <>
      {names.map((name) => (
        <Button key={name} kind="quiet" onClick={() => setChange(name)}>
          {CHANGES[name].label}
        </Button>
      ))}
      {change && (
        <AskedDialog<{ runId: number }>
          change={change}
          title={CHANGES[change].label}
          load={async (wish) => (await send<Preview>('POST', `${API}/bulk/preview`, form(wish))).data}
          confirm={(wish, { digest, reason }, key) =>
            send('POST', `${API}/bulk`, { ...form(wish), key, digest, reason })
          }
          onDone={({ runId }) => {
            close()
            clear()
            showToast('처리를 시작했습니다.')
            navigate(`/console/bulk/${runId}`)
          }}
          onClose={close}
        />
      )}
    </>
  )
}
