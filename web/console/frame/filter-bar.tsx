import { Search } from 'lucide-react'
import { useRef, useState } from 'react'
import { classes } from '../../src/ui/classes'
import { Icon } from '../../src/ui/icon'
import { type Filter, paramsOf, saidBy } from './filter'
import { FilterForm } from './filter-form'
import { useKeys } from './keys'
import { Popover } from './popover'
import type { ListAddress } from './use-list-address'

interface FilterBarProps {
  filters: Filter[]
  address: ListAddress
  /** What the search field finds; without it there is none. It goes to the server as `q`. */
  search?: string | undefined
}

const CHIP =
  'inline-flex min-h-8 items-center gap-1 rounded-full border px-3 text-caption hover:bg-surface max-sm:min-h-11'

/** So many fit in a line of a phone; more are behind one chip there. */
const FEW = 3

/** What narrows the list, as chips that read like a sentence, and a field for words. `/` leads to it. */
export function FilterBar({ filters, address, search }: FilterBarProps) {
  const field = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { query, set } = address
  const toField = () => {
    field.current?.focus()
    field.current?.select()
  }
  useKeys({ '/': search ? toField : undefined })
  const off = filters.filter((filter) => filter.kind !== 'linked' && saidBy(filter, query) === null)
  const on = filters.some((filter) => saidBy(filter, query) !== null)
  const clear = (filter: Filter) => set(Object.fromEntries(paramsOf(filter).map((name) => [name, null])))

  return (
    <search className="flex flex-wrap items-center gap-2">
      {search && (
        <form
          className="relative w-72 max-sm:w-full"
          onSubmit={(event) => {
            event.preventDefault()
            set({ q: field.current?.value.trim() ?? null })
          }}
        >
          <Search
            aria-hidden="true"
            className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-3 size-4 text-ink-2"
            strokeWidth={1.75}
          />
          <input
            ref={field}
            key={query.get('q')}
            type="search"
            defaultValue={query.get('q') ?? ''}
            aria-label={search}
            placeholder={search}
            title={search}
            maxLength={100}
            enterKeyHint="search"
            className="min-h-8 w-full text-ellipsis rounded-full border border-ink-3 bg-paper pr-3 pl-9 text-small placeholder:text-ink-3 max-sm:min-h-11"
          />
        </form>
      )}
      {filters.map((filter) => {
        const said = saidBy(filter, query)
        if (said === null) return null
        return (
          <span key={filter.name} className="inline-flex items-center">
            <Popover
              look={`${CHIP} rounded-r-none border-ink-3 border-r-0 pr-2 font-medium`}
              label={`${filter.label}: ${said}`}
            >
              {(close) => <FilterForm filter={filter} address={address} onDone={close} />}
            </Popover>
            <button
              type="button"
              aria-label={`${filter.label} 조건 빼기`}
              onClick={() => clear(filter)}
              className={`${CHIP} rounded-l-none border-ink-3 pl-1`}
            >
              <Icon name="close" className="size-3.5" />
            </button>
          </span>
        )
      })}
      {off.length > FEW && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className={`${CHIP} border-line border-dashed text-ink-2 sm:hidden`}
        >
          {isOpen ? '조건 접기' : `+ 조건 ${off.length}가지`}
        </button>
      )}
      <div className={classes('contents', off.length > FEW && !isOpen && 'max-sm:hidden')}>
        {off.map((filter) => (
          <Popover
            key={filter.name}
            look={`${CHIP} border-line border-dashed text-ink-2`}
            label={`+ ${filter.label}`}
          >
            {(close) => <FilterForm filter={filter} address={address} onDone={close} />}
          </Popover>
        ))}
      </div>
      {on && (
        <button
          type="button"
          onClick={() => set(Object.fromEntries(filters.flatMap(paramsOf).map((name) => [name, null])))}
          className="min-h-8 px-1 text-caption text-ink-2 underline underline-offset-4 max-sm:min-h-11"
        >
          조건 모두 빼기
        </button>
      )}
    </search>
  )
}
