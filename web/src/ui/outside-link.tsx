import type { ReactNode } from 'react'

/** A link to another site, opened in a new tab. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className="inline-flex min-h-11 items-center px-2 font-medium text-ink-2 text-small underline decoration-line underline-offset-4 hover:text-ink hover:decoration-ink-3"
    >
      {children}
      <span className="sr-only"> (새 창)</span>
    </a>
  )
}
