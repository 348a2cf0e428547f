import type { ReactNode } from 'react'

/** Says in one sentence that there is nothing to list, and may offer one action. */
export function EmptyState({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-6 rounded-card border border-line border-dashed px-6 py-12 text-center">
      <svg viewBox="0 0 120 12" className="h-3 w-30 text-ink-3" fill="none" aria-hidden="true">
        <circle cx="5" cy="6" r="4" stroke="currentColor" strokeWidth="1.75" />
        <path d="M9 6H111" stroke="currentColor" strokeWidth="1.75" strokeDasharray="4 5" />
        <circle cx="115" cy="6" r="4" stroke="currentColor" strokeWidth="1.75" />
      </svg>
      <p className="text-ink-2">{children}</p>
      {action}
    </div>
  )
}
