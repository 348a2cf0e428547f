import type { ReactNode } from 'react'
import { buttonLook } from './button'

/** A link to another site, opened in a new tab. */
export function OutsideLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={buttonLook({ kind: 'text' })}>
      {children}
      <span className="sr-only"> (새 창)</span>
    </a>
  )
}
