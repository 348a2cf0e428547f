import type { ReactNode } from 'react'

interface PageHeadProps {
  /** The section of the shop, above the title. */
  kind: string
  title: string
  /** When the text was last changed, as a day. */
  changedOn?: string
  children?: ReactNode
}

export function PageHead({ kind, title, changedOn, children }: PageHeadProps) {
  return (
    <header>
      <p className="flex flex-wrap items-baseline gap-x-3 text-caption text-ink-2">
        <span className="font-semibold text-accent">{kind}</span>
        {changedOn && <span className="figures">{changedOn} 수정</span>}
      </p>
      <h1 className="mt-2 text-title-m lg:text-title-l">{title}</h1>
      {children}
    </header>
  )
}
