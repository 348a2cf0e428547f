import { type KeyboardEvent, useRef, useState } from 'react'
import { Button } from '../frame/button'
import { State } from '../frame/state'
import { type AddressMap, type Cell, STATES } from './queries'

const SIDE = 16
const MOVES: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -SIDE, ArrowDown: SIDE }

interface MapProps {
  map: AddressMap
  onOpen: (id: number) => void
}

const nameOf = (network: string, last: number) => `${network.split('.').slice(0, 3).join('.')}.${last}`

/**
 * Sixteen by sixteen: a cell says by letter and colour what state its address is in. One cell is reached by Tab, the others by
 * the arrow keys.
 */
export function NetworkMap({ map, onOpen }: MapProps) {
  const cells = new Map(map.cells.map((cell) => [cell.last, cell]))
  const [at, setAt] = useState(map.cells[0]?.last ?? 0)
  const grid = useRef<HTMLTableElement>(null)

  function pressed(event: KeyboardEvent<HTMLElement>) {
    const move = MOVES[event.key]
    if (move === undefined) return
    event.preventDefault()
    const next = at + move
    if (next < 0 || next > 255) return
    setAt(next)
    grid.current?.querySelector<HTMLElement>(`[data-last="${next}"]`)?.focus()
  }

  return (
    <div className="overflow-x-auto">
      <table
        ref={grid}
        aria-label={`${map.network} 지도`}
        className="border-separate border-spacing-0.5 text-caption max-sm:border-spacing-px"
      >
        <tbody>
          {Array.from({ length: SIDE }, (_, row) => row * SIDE).map((first) => (
            <tr key={first}>
              <th
                scope="row"
                className="figures whitespace-nowrap pr-1 text-right font-normal text-ink-3 max-sm:text-[11px]"
              >
                .{first}
              </th>
              {Array.from({ length: SIDE }, (_, column) => first + column).map((last) => (
                <MapCell
                  key={last}
                  name={nameOf(map.network, last)}
                  last={last}
                  cell={cells.get(last)}
                  isReached={last === at}
                  onFocus={() => setAt(last)}
                  onKeyDown={pressed}
                  onOpen={onOpen}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface CellProps {
  name: string
  last: number
  cell: Cell | undefined
  isReached: boolean
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
  onOpen: (id: number) => void
}

function MapCell({ name, last, cell, isReached, onFocus, onKeyDown, onOpen }: CellProps) {
  const said = `${name} ${cell ? STATES[cell.state].word : '없음'}`
  return (
    <td className="p-0">
      <button
        type="button"
        data-last={last}
        tabIndex={isReached ? 0 : -1}
        aria-label={said}
        title={said}
        aria-disabled={!cell}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onClick={() => cell && onOpen(cell.id)}
        className={`grid size-7 place-items-center max-sm:size-[18.5px] max-sm:text-[10px] rounded-sm border text-[11px] ${
          cell
            ? `border-line ${STATES[cell.state].look}`
            : 'cursor-default border-transparent bg-surface text-ink-3'
        }`}
      >
        {cell ? STATES[cell.state].letter : '·'}
      </button>
    </td>
  )
}

/** The same, for whoever reads rather than looks. */
export function MapTable({ map, onOpen }: MapProps) {
  return (
    <details className="text-small">
      <summary className="cursor-pointer text-ink-2">표로 보기</summary>
      <table aria-label={`${map.network} 표`} className="mt-2 border-collapse">
        <thead className="text-left text-caption text-ink-2">
          <tr>
            <th scope="col" className="px-3 py-1 font-medium">
              IP
            </th>
            <th scope="col" className="px-3 py-1 font-medium">
              상태
            </th>
            <th scope="col" className="px-3 py-1 font-medium">
              서비스
            </th>
          </tr>
        </thead>
        <tbody>
          {map.cells.map(({ last, id, state, serviceId }) => (
            <tr key={id} className="border-line border-t">
              <th scope="row" className="px-3 py-1 text-left font-normal">
                <Button translate="no" kind="text" className="address" onClick={() => onOpen(id)}>
                  {nameOf(map.network, last)}
                </Button>
              </th>
              <td className="px-3 py-1">
                <State tone={STATES[state].tone}>{STATES[state].word}</State>
              </td>
              <td className="figures px-3 py-1">{serviceId ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
