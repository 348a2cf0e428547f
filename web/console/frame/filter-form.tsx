import type { FormEvent } from 'react'
import { classes } from '../../src/ui/classes'
import { Button } from './button'
import { TextField } from './field'
import { type Filter, paramsOf } from './filter'
import type { ListAddress } from './use-list-address'

interface FilterFormProps {
  filter: Filter
  address: ListAddress
  onDone: () => void
}

/** Whole won, as the server takes them. */
const AMOUNT = { inputMode: 'numeric', pattern: '[0-9]*', maxLength: 10 } as const

/** What hangs from a filter's chip: choices that are taken at once, or fields with a button. */
export function FilterForm({ filter, address: { query, set }, onDone }: FilterFormProps) {
  function take(changes: Record<string, string | null>) {
    onDone()
    set(changes)
  }

  if (filter.kind === 'select')
    return (
      <ul className="max-h-80 overflow-y-auto">
        {filter.options.map(({ value, label }) => (
          <li key={value}>
            <button
              type="button"
              aria-pressed={query.get(filter.name) === value}
              onClick={() => take({ [filter.name]: value })}
              className={classes(
                'flex min-h-9 w-full items-center rounded-control px-2.5 text-left hover:bg-surface max-sm:min-h-11',
                query.get(filter.name) === value && 'font-semibold',
              )}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    )

  function submitted(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    take(Object.fromEntries(paramsOf(filter).map((name) => [name, String(typed.get(name)).trim()])))
  }

  return (
    <form onSubmit={submitted} className="grid gap-3 p-2">
      {!('from' in filter) ? (
        <TextField
          label={filter.kind === 'linked' ? `${filter.label} 번호` : filter.label}
          name={filter.name}
          defaultValue={query.get(filter.name) ?? ''}
          placeholder={filter.kind === 'text' ? filter.placeholder : undefined}
        />
      ) : (
        <div className="grid grid-cols-2 gap-2">
          {(
            [
              ['부터', filter.from],
              ['까지', filter.to],
            ] as const
          ).map(([label, name]) => (
            <TextField
              key={name}
              {...(filter.kind === 'dates' ? { type: 'date' } : AMOUNT)}
              label={label}
              name={name}
              defaultValue={query.get(name) ?? ''}
            />
          ))}
        </div>
      )}
      <Button type="submit">적용</Button>
    </form>
  )
}
