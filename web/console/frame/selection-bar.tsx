import type { ReactNode } from 'react'
import { Button } from './button'
import type { Ticks } from './selection'

interface SelectionBarProps {
  ticks: Ticks
  /** How many the filters find. */
  count: string
  children: ReactNode
}

/**
 * What is ticked and what can be done with it. From there, one press takes everything that the filters find. It stands below the
 * table and stays in sight at the screen's end, so that no row moves under the pointer that ticks it.
 */
export function SelectionBar({ ticks, count, children }: SelectionBarProps) {
  const { ids, isWhole } = ticks.selection
  if (!isWhole && ids.size === 0) return null
  return (
    <section
      aria-label="선택한 줄"
      className="sticky bottom-2 z-20 mt-3 flex flex-wrap items-center gap-2 rounded-card bg-paper px-3 py-2 text-small floating"
    >
      <p role="status" className="figures mr-2 font-semibold">
        {isWhole ? `조건에 맞는 전체 ${count}건 선택` : `${ids.size}건 선택`}
      </p>
      {children}
      <span className="flex-1" />
      {!isWhole && (
        <Button kind="text" onClick={ticks.tickWhole}>
          조건에 맞는 전체 {count}건 선택
        </Button>
      )}
      <Button kind="text" onClick={ticks.clear}>
        선택 해제
      </Button>
    </section>
  )
}
