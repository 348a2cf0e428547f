import type { ReactNode } from 'react'
import type { Texts } from '../api/types'
import { Link } from '../ui/link'
import { Section } from '../ui/section'

const KINDS = ['allow', 'floor', 'abroad'] as const
type Kind = (typeof KINDS)[number]

/** Three situations that the product is bought for, each drawn with the line that joins a device to the internet. */
export function Situations({ texts }: { texts: Texts }) {
  const told = KINDS.filter((kind) => texts[`${kind}Title`])
  if (!texts.situationsTitle || told.length === 0) return null
  return (
    <Section title={texts.situationsTitle} shaded>
      <ul className="grid gap-8 md:grid-cols-3 md:gap-6 lg:gap-12">
        {told.map((kind) => (
          <li key={kind} className="grid content-start gap-3">
            {PICTURES[kind]}
            <h3 className="text-lead">{texts[`${kind}Title`]}</h3>
            <p className="text-ink-2">{texts[`${kind}Text`]}</p>
          </li>
        ))}
      </ul>
      {texts.situationsMore && (
        <Link
          to="/guide"
          className="mt-8 inline-flex min-h-11 items-center font-medium text-accent underline decoration-1 underline-offset-4 hover:text-accent-hover"
        >
          {texts.situationsMore}
        </Link>
      )}
    </Section>
  )
}

function Picture({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 320 140" className="mb-1 w-full max-w-90" fill="none" aria-hidden="true">
      {children}
    </svg>
  )
}

const ROWS = [28, 70, 112]
const WIRE = { className: 'stroke-accent', strokeWidth: 2 } as const
const THIN = { className: 'stroke-ink-3', strokeWidth: 1.75 } as const

const Device = ({ y, x = 18 }: { y: number; x?: number }) => (
  <g {...THIN}>
    <rect x={x - 12} y={y - 9} width="24" height="15" rx="2.5" className="fill-paper stroke-ink-3" />
    <path d={`M${x - 16} ${y + 10}h32`} strokeLinecap="round" />
  </g>
)

/** The address: the same plate in every picture. */
const Plate = ({ x }: { x: number }) => (
  <g>
    <rect x={x} y="52" width="92" height="36" rx="9" className="fill-paper stroke-accent" strokeWidth="2" />
    <text x={x + 46} y="74.5" textAnchor="middle" className="address fill-ink" fontSize="12">
      203.0.113.24
    </text>
  </g>
)

const Shop = ({ y }: { y: number }) => (
  <path
    d={`M8 ${y - 3}l3-8h16l3 8v12H8zM8 ${y - 3}h22M16 ${y + 9}v-7h6v7`}
    strokeLinejoin="round"
    {...THIN}
  />
)

const gather = (x: number) =>
  ROWS.map((y) => <path key={y} d={`M36 ${y}C${x - 40} ${y} ${x - 60} 70 ${x} 70`} {...WIRE} />)

const PICTURES: Record<Kind, ReactNode> = {
  allow: (
    <Picture>
      {gather(112)}
      {ROWS.map((y) => (
        <Device key={y} y={y} />
      ))}
      <path d="M204 70H244" {...WIRE} />
      <Plate x={112} />
      <rect
        x="244"
        y="26"
        width="66"
        height="88"
        rx="9"
        className="fill-paper stroke-ink-3"
        strokeWidth="1.75"
      />
      <path d="M262 44h36M262 96h36" className="stroke-line" strokeWidth="5" strokeLinecap="round" />
      <path d="M256 70l5 5 9-10" {...WIRE} strokeLinecap="round" strokeLinejoin="round" />
      <path d="M278 70h20" className="stroke-accent" strokeWidth="5" strokeLinecap="round" />
    </Picture>
  ),
  floor: (
    <Picture>
      {gather(112)}
      {ROWS.map((y) => (
        <Shop key={y} y={y} />
      ))}
      <path d="M204 70H256" {...WIRE} />
      <Plate x={112} />
      <path
        d="M258 112V34h44v78M250 112h60M270 50h6M284 50h6M270 66h6M284 66h6M270 82h6M284 82h6M276 112V98h8v14"
        {...THIN}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </Picture>
  ),
  abroad: (
    <Picture>
      <path
        d="M86 14V126"
        className="stroke-ink-3"
        strokeWidth="1.75"
        strokeDasharray="5 6"
        strokeLinecap="round"
      />
      <path d="M36 70H256" {...WIRE} />
      <Device y={70} />
      <Plate x={128} />
      <circle cx="282" cy="70" r="26" className="fill-paper stroke-ink-3" strokeWidth="1.75" />
      <path d="M256 70h52M282 44c-18 16-18 36 0 52M282 44c18 16 18 36 0 52" {...THIN} />
      <text x="44" y="132" textAnchor="middle" className="fill-ink-2" fontSize="12">
        해외
      </text>
      <text x="174" y="132" textAnchor="middle" className="fill-ink-2" fontSize="12">
        국내
      </text>
    </Picture>
  ),
}
