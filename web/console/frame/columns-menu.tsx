import { Columns3 } from 'lucide-react'
import { type Column, shown } from './column'
import { Check } from './field'
import { Popover } from './popover'
import type { ListAddress } from './use-list-address'

/** Which columns are in sight; the address keeps it, so a saved view does, too. */
export function ColumnsMenu<Row>({ columns, address }: { columns: Column<Row>[]; address: ListAddress }) {
  const visible = shown(columns, address.columns).map(({ key }) => key)
  const pick = (key: string, isOn: boolean) => {
    const next = columns
      .map((column) => column.key)
      .filter((one) => (one === key ? isOn : visible.includes(one)))
    const usual = shown(columns, null).map((column) => column.key)
    address.set({ columns: next.join() === usual.join() ? null : next.join() })
  }
  return (
    <Popover
      side="right"
      name="열 고르기"
      look="grid size-9 place-items-center rounded-control text-ink-2 hover:bg-surface hover:text-ink max-sm:size-11"
      label={<Columns3 aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
    >
      {() => (
        <div className="px-2">
          {columns.slice(1).map(({ key, label }) => (
            <Check
              key={key}
              label={label}
              checked={visible.includes(key)}
              onChange={(event) => pick(key, event.target.checked)}
            />
          ))}
        </div>
      )}
    </Popover>
  )
}
