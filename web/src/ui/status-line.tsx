import { classes } from './classes'

export type LineState = 'off' | 'on' | 'soon'

const COLOURS: Record<LineState, string> = { off: 'text-ink-3', on: 'text-ok', soon: 'text-warn' }

interface StatusLineProps {
  state: LineState
  /** The state in words, because colour alone must not convey it. */
  label: string
}

/** A thin line that stands for a connection: dashed and grey when off, solid with a slow pulse when on. */
export function StatusLine({ state, label }: StatusLineProps) {
  return (
    <span className={classes('flex items-center gap-3 text-small', COLOURS[state])}>
      <svg viewBox="0 0 120 12" className="h-3 w-30 shrink-0" fill="none" aria-hidden="true">
        <circle cx="5" cy="6" r="4" stroke="currentColor" strokeWidth="1.75" />
        <path
          d="M9 6H111"
          stroke="currentColor"
          strokeWidth="1.75"
          {...(state === 'off' && { strokeDasharray: '4 5' })}
        />
        {state === 'on' && (
          <path
            d="M9 6H111"
            pathLength="100"
            stroke="currentColor"
            strokeWidth="5"
            strokeDasharray="0.01 100"
            strokeLinecap="round"
            className="animate-travel"
          />
        )}
        <circle
          cx="115"
          cy="6"
          r="4"
          stroke="currentColor"
          strokeWidth="1.75"
          fill={state === 'off' ? 'none' : 'currentColor'}
        />
      </svg>
      <span className="font-medium">{label}</span>
    </span>
  )
}
