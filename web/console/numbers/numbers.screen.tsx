import { useQuery } from '@tanstack/react-query'
import { classes } from '../../src/ui/classes'
import { Ready } from '../frame/part'
import { consoleQuery } from '../frame/queries'
import { ScreenHead } from '../frame/screen-head'
import { useListAddress } from '../frame/use-list-address'
import { FigurePart } from './figure-part'
import { type Brief, NUMBERS } from './queries'
import { TouchesPart } from './touches-part'
import { saidAs } from './words'

/** The shop's figures: the newest of each, and one of them over a time. */
export function Component() {
  const address = useListAddress()
  const query = useQuery(consoleQuery(NUMBERS))
  const chosen = address.query.get('figure') ?? 'sales'
  return (
    <>
      <ScreenHead title="통계" />
      <Ready query={query} shape="h-40">
        {({ items }) => {
          const open = items.find(({ name }) => name === chosen) ?? items[0]
          return (
            <div className="grid gap-8">
              <ul className="grid grid-cols-[repeat(auto-fill,minmax(150px,1fr))] gap-2">
                {items.map((brief) => (
                  <li key={brief.name}>
                    <Card
                      brief={brief}
                      isOpen={brief === open}
                      onOpen={() => address.set({ figure: brief.name })}
                    />
                  </li>
                ))}
              </ul>
              {open && <FigurePart name={open.name} />}
              {open?.name === 'conversion' && <TouchesPart />}
            </div>
          )
        }}
      </Ready>
    </>
  )
}

function Card({ brief, isOpen, onOpen }: { brief: Brief; isOpen: boolean; onOpen: () => void }) {
  const { label, partLabel, unit, now, before } = brief
  return (
    <button
      type="button"
      aria-pressed={isOpen}
      onClick={onOpen}
      className={classes(
        'grid size-full content-start gap-1 rounded-card border p-3 text-left hover:bg-surface',
        isOpen ? 'border-accent' : 'border-line',
      )}
    >
      <span className="text-caption text-ink-2">{partLabel ? `${label} · ${partLabel}` : label}</span>
      <span translate="no" className="figures font-semibold text-title-s">
        {saidAs(now, unit)}
      </span>
      <span className="figures text-caption text-ink-2">
        {now === null ? '모인 숫자가 없습니다' : before !== null && `직전 ${saidAs(before, unit)}`}
      </span>
    </button>
  )
}
