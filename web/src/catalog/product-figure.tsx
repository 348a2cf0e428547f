import type { Texts } from '../api/types'

const HEIGHT = 216
/** Where the gateway stands. */
const GATE = { x: 186, y: HEIGHT / 2 }
const PLATE = { x: 244, width: 156, height: 56 }

const NUMBERS = ['', '2', '3']
const placeNames = ['place1', 'place2', 'place3']

/** The y positions of this many items that share one column. */
const rows = (count: number) => Array.from({ length: count }, (_, place) => (HEIGHT * (place + 0.5)) / count)

/**
 * A figure of one line: from where a member is, through the gateway, to the address that others see. The operator's texts
 * name the places and addresses; without them there is no figure.
 */
export function ProductFigure({ texts }: { texts: Texts }) {
  const places = placeNames.map((name) => texts[name]).filter((place) => place !== undefined)
  const addresses = NUMBERS.filter((number) => texts[`address${number}`])
  if (places.length === 0 || addresses.length === 0) return null
  const fromY = rows(places.length)
  const toY = rows(addresses.length)
  // One place and two addresses: the first address is replaced by the second.
  const isSwap = places.length < addresses.length
  return (
    <figure className="mx-auto w-full max-w-110">
      <svg viewBox={`0 0 401 ${HEIGHT}`} className="block w-full" fill="none" aria-hidden="true">
        {places.map((place, row) => (
          <Origin key={place} place={place} y={fromY[row] ?? 0} />
        ))}
        {addresses.map((number, row) => (
          <Exit
            key={number}
            y={toY[row] ?? 0}
            address={texts[`address${number}`] ?? ''}
            note={texts[`address${number}Note`] ?? ''}
            isGone={isSwap && row === 0}
          />
        ))}
        <circle
          cx={GATE.x}
          cy={GATE.y}
          r="15"
          fill="var(--color-paper)"
          stroke="var(--color-accent)"
          strokeWidth="2"
        />
        <circle cx={GATE.x} cy={GATE.y} r="6" fill="var(--color-accent)" />
        <text
          x={GATE.x - 8}
          y={GATE.y + 54}
          textAnchor="middle"
          fontSize="12"
          fill="var(--color-ink-2)"
          stroke="var(--color-paper)"
          strokeWidth="6"
          strokeLinejoin="round"
          paintOrder="stroke"
        >
          {texts.gateway}
        </text>
      </svg>
      {texts.figure && (
        <figcaption className="mt-3 text-center text-ink-2 text-small">{texts.figure}</figcaption>
      )}
    </figure>
  )
}

/** A place to connect from, and the dashed line to the gateway. */
function Origin({ place, y }: { place: string; y: number }) {
  return (
    <>
      <path
        d={`M96 ${y}C140 ${y} 130 ${GATE.y} ${GATE.x - 16} ${GATE.y}`}
        stroke="var(--color-ink-3)"
        strokeWidth="1.75"
        strokeDasharray="4 6"
        strokeLinecap="round"
      />
      <circle cx="92" cy={y} r="4" fill="var(--color-ink-3)" />
      <text x="80" y={y + 5} textAnchor="end" fontSize="14" fontWeight="500" fill="var(--color-ink)">
        {place}
      </text>
    </>
  )
}

interface ExitProps {
  y: number
  address: string
  note: string
  isGone: boolean
}

/** The line beyond the gateway, and the address at its end as a plate. */
function Exit({ y, address, note, isGone }: ExitProps) {
  const line = `M${GATE.x + 16} ${GATE.y}C${GATE.x + 42} ${GATE.y} ${GATE.x + 26} ${y} ${PLATE.x} ${y}`
  const colour = isGone ? 'var(--color-ink-3)' : 'var(--color-accent)'
  return (
    <>
      <path
        d={line}
        stroke={colour}
        strokeWidth="1.75"
        {...(isGone && { strokeDasharray: '4 6', strokeLinecap: 'round' })}
      />
      {!isGone && (
        <path
          d={line}
          pathLength="100"
          stroke={colour}
          strokeWidth="6"
          strokeDasharray="0.01 100"
          strokeLinecap="round"
          className="animate-travel"
        />
      )}
      <rect
        x={PLATE.x}
        y={y - PLATE.height / 2}
        width={PLATE.width}
        height={PLATE.height}
        rx="10"
        fill="var(--color-paper)"
        stroke={isGone ? 'var(--color-line)' : colour}
        strokeWidth="1.5"
      />
      {note && (
        <text x={PLATE.x + 14} y={y - 8} fontSize="11.5" fill={isGone ? 'var(--color-ink-2)' : colour}>
          {note}
        </text>
      )}
      <text
        x={PLATE.x + 14}
        y={y + (note ? 15 : 6)}
        fontSize="17"
        fontWeight="600"
        className="figures"
        fill={isGone ? 'var(--color-ink-2)' : 'var(--color-ink)'}
      >
        {address}
      </text>
    </>
  )
}
