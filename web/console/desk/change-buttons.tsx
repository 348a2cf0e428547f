import { useState } from 'react'
import { Button } from '../frame/button'
import { useMay } from '../frame/session'
import { ChangeDialog, type DialogOptions } from './change-dialog'
import { CHANGES, type ChangeName } from './changes'

interface ChangeButtonsProps {
  target: number | string
  /** The changes in their order; of one that cannot be made now, why not. */
  changes: [change: ChangeName, whyNot: string | null, options?: DialogOptions][]
}

/** A button for each change that whoever looks may make. */
export function ChangeButtons({ target, changes }: ChangeButtonsProps) {
  const may = useMay()
  const [open, setOpen] = useState<ChangeName | null>(null)
  const options = changes.find(([change]) => change === open)?.[2]
  const shown = changes.filter(([change]) => may(CHANGES[change].permission))
  if (shown.length === 0)
    return <p className="text-ink-2 text-small">여기에서 바꿀 수 있는 권한이 없습니다.</p>
  return (
    <div className="flex flex-wrap gap-x-3 gap-y-2">
      {shown.map(([change, whyNot, more]) => (
        <span key={change} className="inline-flex max-w-full flex-wrap items-center gap-2">
          <Button
            kind={more?.typedName ? 'danger' : 'quiet'}
            disabled={whyNot !== null}
            onClick={() => setOpen(change)}
          >
            {CHANGES[change].label}
          </Button>
          {whyNot && <span className="text-caption text-ink-2">{whyNot}</span>}
        </span>
      ))}
      {open && <ChangeDialog {...options} change={open} target={target} onClose={() => setOpen(null)} />}
    </div>
  )
}
