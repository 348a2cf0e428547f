import { figures } from '../../src/korean/money'

/** An amount with its unit; what was given back has its sign before it. */
export function Money({ won, empty = '–' }: { won: number | null | undefined; empty?: string }) {
  if (won === null || won === undefined) return <span className="text-ink-3">{empty}</span>
  return (
    <span translate="no" className="figures whitespace-nowrap">
      {won < 0 && '−'}
      {figures(Math.abs(won))}
      <span className="ml-px text-caption">원</span>
    </span>
  )
}
