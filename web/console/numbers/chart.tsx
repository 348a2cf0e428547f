import { classes } from '../../src/ui/classes'
import type { Figure } from './queries'

const LOOKS = [
  'stroke-accent',
  'stroke-ok',
  'stroke-warn',
  'stroke-danger',
  'stroke-ink-2',
  'stroke-ink-3',
  'stroke-ink',
]
/** A colour says nothing alone: each line has its own dashes, too. */
const DASHES = ['', '6 4', '2 4', '10 4', '1 3', '8 3 2 3', '4 2']

/** The picture shrinks to a phone, and its words must not shrink with it. */
const MARK = 'fill-ink-2 text-[10px] max-sm:text-[20px]'

/** A first day is a dot: a line from a point to itself has round ends, and one of a single point has none. */
const drawn = (points: string) => (points.includes(' ') ? points : `${points} ${points}`)

/** The picture of a figure as the server has drawn it. The table below it says the same in numbers. */
export function Chart({ figure }: { figure: Figure }) {
  const { chart, label } = figure
  const nameOf = (part: string) => figure.parts.find(({ name }) => name === part)?.label ?? part
  return (
    <figure className="grid gap-2">
      <svg
        viewBox={`0 0 ${chart.width} ${chart.height}`}
        role="img"
        aria-label={`${label} 그래프. 같은 숫자가 아래 표에 있습니다.`}
        className="h-auto w-full max-w-240 overflow-visible"
      >
        {chart.heights.map(({ at, label }) => (
          <g key={at}>
            <line x1="0" x2={chart.width} y1={at} y2={at} className="stroke-line" />
            <text x="4" y={at - 3} className={MARK}>
              {label}
            </text>
          </g>
        ))}
        {chart.days.map(({ at, label }, place) => (
          <text
            key={at}
            x={at}
            y={chart.height - 6}
            textAnchor={place === 0 ? 'start' : at > chart.width * 0.94 ? 'end' : 'middle'}
            className={classes(MARK, place % 2 === 1 && 'max-sm:hidden')}
          >
            {label}
          </text>
        ))}
        {chart.lines.map(({ part, points }, place) => (
          <polyline
            key={part}
            points={drawn(points)}
            fill="none"
            strokeWidth={points.includes(' ') ? 2 : 7}
            strokeLinecap="round"
            strokeDasharray={DASHES[place % DASHES.length]}
            className={LOOKS[place % LOOKS.length]}
          />
        ))}
      </svg>
      {chart.lines.length > 1 && (
        <figcaption className="flex flex-wrap gap-x-4 gap-y-1 text-caption text-ink-2">
          {chart.lines.map(({ part }, place) => (
            <span key={part} className="inline-flex items-center gap-1.5">
              <svg aria-hidden="true" viewBox="0 0 24 4" className="h-1 w-6">
                <line
                  x1="0"
                  x2="24"
                  y1="2"
                  y2="2"
                  strokeWidth="2"
                  strokeDasharray={DASHES[place % DASHES.length]}
                  className={classes(LOOKS[place % LOOKS.length])}
                />
              </svg>
              {nameOf(part)}
            </span>
          ))}
        </figcaption>
      )}
    </figure>
  )
}
