import { useId, useState } from 'react'
import type { UsageBucket, UsageChart } from '../../api/types'
import { classes } from '../../ui/classes'
import { dataSize } from '../../ui/data-size'
import { barsOf, nameOfBucket } from './periods'

const HEIGHT = 100
/** Of the width that each bar has, how much stays free beside it. */
const GAP = 0.3

const sumOf = ({ rxBytes, txBytes }: UsageBucket) => rxBytes + txBytes

/** `14시 · 받음 1.2 GB · 보냄 48 MB`. */
const inWords = (usage: UsageChart, bucket: UsageBucket) =>
  `${nameOfBucket(usage, bucket.at)} · 받음 ${dataSize(bucket.txBytes)} · 보냄 ${dataSize(bucket.rxBytes)}`

/**
 * Bars of what was received and sent, with a slider below as the cursor: arrow keys and fingers move it, a mouse may point at
 * a bar instead. Drawn without any measuring, so that the server draws the same.
 */
export function Chart({ usage }: { usage: UsageChart }) {
  const id = useId()
  const { buckets } = usage
  const peak = Math.max(...buckets.map(sumOf), 1)
  const highest = buckets.findIndex((bucket) => sumOf(bucket) === peak)
  const [chosen, choose] = useState(Math.max(highest, 0))
  // Another period may have fewer bars.
  const at = Math.min(chosen, buckets.length - 1)
  const bucket = buckets[at]
  if (!bucket) return null
  return (
    <div className="grid gap-3">
      <p className="figures font-medium text-small">{inWords(usage, bucket)}</p>
      <Bars usage={usage} peak={peak} chosen={at} choose={choose} />
      <label htmlFor={id} className="sr-only">
        {usage.by === 'hour' ? '시각 고르기' : '날짜 고르기'}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={barsOf(usage) - 1}
        value={at}
        aria-valuetext={inWords(usage, bucket)}
        onChange={(event) => choose(Math.min(event.target.valueAsNumber, buckets.length - 1))}
        className="min-h-11 w-full accent-accent"
      />
      <Scale usage={usage} />
    </div>
  )
}

interface BarsProps {
  usage: UsageChart
  peak: number
  chosen: number
  choose: (index: number) => void
}

function Bars({ usage, peak, chosen, choose }: BarsProps) {
  const count = barsOf(usage)
  return (
    <svg
      viewBox={`0 0 ${count} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="h-40 w-full border-line border-b sm:h-48"
    >
      {usage.buckets.map((bucket, index) => {
        const received = (bucket.txBytes / peak) * HEIGHT
        const sent = (bucket.rxBytes / peak) * HEIGHT
        const bar = { x: index + GAP / 2, width: 1 - GAP }
        return (
          <g key={bucket.at} onPointerEnter={() => choose(index)}>
            <rect
              x={index}
              y={0}
              width={1}
              height={HEIGHT}
              className={classes(index === chosen ? 'fill-accent-tint' : 'fill-transparent')}
            />
            <rect {...bar} y={HEIGHT - received} height={received} className="fill-accent" />
            <rect {...bar} y={HEIGHT - received - sent} height={sent} className="fill-ink-3" />
          </g>
        )
      })}
    </svg>
  )
}

/** The first bar's name, the last one's, and one in the middle. */
function Scale({ usage }: { usage: UsageChart }) {
  const names = usage.by === 'hour' ? ['0시', '12시', '24시'] : ['1일', '15일', `${barsOf(usage)}일`]
  return (
    <div className="figures flex flex-wrap items-center justify-between gap-x-4 text-caption text-ink-2">
      {names.map((name) => (
        <span key={name} aria-hidden="true">
          {name}
        </span>
      ))}
      <span className="flex w-full gap-4 pt-2">
        <Key className="bg-accent">받음</Key>
        <Key className="bg-ink-3">보냄</Key>
      </span>
    </div>
  )
}

function Key({ className, children }: { className: string; children: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <span aria-hidden="true" className={classes('size-3 rounded-sm', className)} />
      {children}
    </span>
  )
}
