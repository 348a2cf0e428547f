import { type ReactNode, useEffect } from 'react'

interface ScreenHeadProps {
  title: string
  count?: string
  /** Buttons. */
  children?: ReactNode
}

/** The title of a screen, which is the document's, too. */
export function ScreenHead({ title, count, children }: ScreenHeadProps) {
  useEffect(() => {
    document.title = `${title} – 콘솔`
  }, [title])
  return (
    <header className="mb-3 flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2 max-sm:min-h-11">
      <h1 className="text-title-m">{title}</h1>
      {count && <span className="figures text-ink-2 text-lead">{count}</span>}
      <span className="flex-1" />
      {children}
    </header>
  )
}
