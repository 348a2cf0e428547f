import { useState } from 'react'
import { ChangeDialog } from '../desk/change-dialog'
import { CHANGES } from '../desk/changes'
import { Button } from '../frame/button'
import { SelectField } from '../frame/field'
import { useMay } from '../frame/session'
import type { Pool } from './queries'

const CORRECTIONS = ['addresses.pool', 'addresses.move', 'addresses.remove'] as const
type Correction = (typeof CORRECTIONS)[number]
type PoolName = Pool['pool']

interface Props {
  pool: PoolName
  /** Those that addresses can move to. */
  others: PoolName[]
}

/** Corrects what an import got wrong: the names of a pool, or where its addresses belong. */
export function PoolCorrections({ pool, others }: Props) {
  const may = useMay()
  const [open, setOpen] = useState<Correction | null>(null)
  if (!may('addresses.change')) return null
  return (
    <div className="mt-1 flex flex-wrap gap-1">
      {CORRECTIONS.map((one) => (
        <Button key={one} kind="quiet" onClick={() => setOpen(one)}>
          {CHANGES[one].label}
        </Button>
      ))}
      {open && (
        <ChangeDialog
          change={open}
          target={pool.id}
          title={`${pool.code} ${CHANGES[open].label}`}
          {...(open === 'addresses.pool' && { initial: { ...pool } })}
          own={{
            to: (form, { name, label }) => (
              <SelectField label={label} {...form.register(name)}>
                <option value="">고르기</option>
                {others.map(({ id, code, carrier, region }) => (
                  <option key={id} value={id}>
                    {code} ({carrier} {region})
                  </option>
                ))}
              </SelectField>
            ),
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  )
}
