import { useState } from 'react'
import { ChangeDialog } from '../desk/change-dialog'
import { CHANGES } from '../desk/changes'
import { Button } from '../frame/button'
import { useMay } from '../frame/session'
import type { Address } from './queries'

type Change = 'addresses.withdraw' | 'addresses.return' | 'addresses.rest'

/** What can be done with the address now; of what cannot, the reason. */
export function AddressButtons({ address }: { address: Address }) {
  const may = useMay()
  const [open, setOpen] = useState<Change | null>(null)
  if (!may('addresses.change')) return null
  const isOut = address.state === 'withdrawn'
  const isTaken = address.availableAt === null
  const shown: Change[] = isOut
    ? ['addresses.return']
    : ['addresses.withdraw', ...(isTaken ? [] : (['addresses.rest'] as const))]
  return (
    <div className="flex flex-wrap items-center gap-2">
      {shown.map((change) => (
        <Button key={change} kind="quiet" onClick={() => setOpen(change)}>
          {CHANGES[change].label}
        </Button>
      ))}
      {!isOut && isTaken && (
        <span className="text-caption text-ink-2">쓰고 있는 IP는 끝나면 자동으로 쉽니다.</span>
      )}
      {open && (
        <ChangeDialog
          change={open}
          target={address.id}
          title={`${address.address} ${CHANGES[open].label}`}
          start={{ days: 7 }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}
