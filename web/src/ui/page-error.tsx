import type { ReactNode } from 'react'

interface PageErrorProps {
  title: string
  children: ReactNode
  /** A way back. */
  action: ReactNode
}

export function PageError({ title, children, action }: PageErrorProps) {
  return (
    <div className="page flex flex-col items-start gap-4 py-18 lg:py-26">
      <svg viewBox="0 0 240 24" className="h-6 w-60 text-ink-3" fill="none" aria-hidden="true">
        <g stroke="currentColor" strokeWidth="1.75">
          <circle cx="10" cy="12" r="6" />
          <path d="M16 12h78m52 0h78" />
          <path d="M94 12q10 0 14-6m38 6q-10 0-14 6" />
          <circle cx="230" cy="12" r="6" />
        </g>
      </svg>
      <h1 className="mt-4 text-title-m">{title}</h1>
      <div className="max-w-text text-ink-2">{children}</div>
      <div className="mt-4 flex gap-3">{action}</div>
    </div>
  )
}
