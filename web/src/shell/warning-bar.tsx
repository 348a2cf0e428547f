import type { ReactNode } from 'react'
import { Button } from '../ui/button'

interface WarningBarProps {
  label: string
  endLabel: string
  isEnding: boolean
  onEnd: () => void
  children: ReactNode
}

/** Says on every page whose pages these are, for as long as they are somebody else's. */
export function WarningBar({ label, endLabel, isEnding, onEnd, children }: WarningBarProps) {
  return (
    <section aria-label={label} className="bg-warn-tint text-ink">
      <div className="page flex min-h-16 items-center justify-between gap-4 py-1.5">
        <p role="status" className="min-w-0 text-caption sm:text-small">
          {children}
        </p>
        <Button className="shrink-0" kind="quiet" size="small" loading={isEnding} onClick={onEnd}>
          {endLabel}
        </Button>
      </div>
    </section>
  )
}
