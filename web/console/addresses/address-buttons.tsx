import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { Button } from '../frame/button'
import { post, send } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { TextField } from '../frame/field'
import { PreviewDialog } from '../frame/preview-dialog'
import { useMay } from '../frame/session'
import { type Address, useAddressesChanged } from './queries'

type Change = 'withdraw' | 'return' | 'rest'

const LABELS: Record<Change, string> = { withdraw: '판매 제외', return: '판매에 되돌리기', rest: '휴지' }

/** What can be done with the address now; of what cannot, the reason. */
export function AddressButtons({ address }: { address: Address }) {
  const may = useMay()
  const [change, setChange] = useState<Change | null>(null)
  if (!may('addresses.change')) return null
  const isOut = address.state === 'withdrawn'
  const isTaken = address.availableAt === null
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button kind="quiet" onClick={() => setChange(isOut ? 'return' : 'withdraw')}>
        {LABELS[isOut ? 'return' : 'withdraw']}
      </Button>
      {!isOut && !isTaken && (
        <Button kind="quiet" onClick={() => setChange('rest')}>
          {LABELS.rest}
        </Button>
      )}
      {!isOut && isTaken && (
        <span className="text-caption text-ink-2">쓰고 있는 IP는 끝나면 저절로 쉽니다.</span>
      )}
      {change === 'rest' && <Rest address={address} onClose={() => setChange(null)} />}
      {change !== null && change !== 'rest' && (
        <Press address={address} change={change} days={0} onClose={() => setChange(null)} />
      )}
    </div>
  )
}

/** Asks for how many days, and then shows what that does. */
function Rest({ address, onClose }: { address: Address; onClose: () => void }) {
  const [days, setDays] = useState('7')
  const [isAsked, setAsked] = useState(false)
  const isReady = /^\d{1,3}$/.test(days) && Number(days) <= 365

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady) setAsked(true)
  }

  if (isAsked)
    return (
      <Press
        address={address}
        change="rest"
        days={Number(days)}
        onClose={() => setAsked(false)}
        onDone={onClose}
      />
    )
  return (
    <Dialog title={`${address.address} 휴지`} onClose={onClose}>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
        <TextField
          label="며칠 동안 팔지 않을까요?"
          help="0을 넣으면 지금 쉬고 있는 것을 끝냅니다."
          inputMode="numeric"
          value={days}
          onChange={(event) => setDays(event.target.value.trim())}
        />
        <FormButtons isReady={isReady}>확인하기</FormButtons>
      </form>
    </Dialog>
  )
}

interface PressProps {
  address: Address
  change: Change
  days: number
  onClose: () => void
  onDone?: () => void
}

function Press({ address, change, days, onClose, onDone = onClose }: PressProps) {
  const changed = useAddressesChanged()
  const wish = { change, days }
  return (
    <PreviewDialog<Address>
      title={`${address.address} ${LABELS[change]}`}
      confirmLabel={LABELS[change]}
      load={() => post(path('/api/v1/console/addresses/{id}/change/preview', { id: address.id }), wish)}
      confirm={(confirmed) =>
        send<Address>('POST', path('/api/v1/console/addresses/{id}/change', { id: address.id }), {
          ...wish,
          ...confirmed,
        })
      }
      onDone={() => {
        onDone()
        changed()
        showToast(`${address.address}: ${LABELS[change]}`)
      }}
      onClose={onClose}
    />
  )
}
