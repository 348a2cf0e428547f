import type { ReactNode } from 'react'

interface RecoveryPageProps {
  title: string
  lead?: ReactNode
  children: ReactNode
}

export function RecoveryPage({ title, lead, children }: RecoveryPageProps) {
  return (
    <div className="page py-12 lg:py-18">
      <div className="mx-auto max-w-100">
        <h1 className="text-title-m">{title}</h1>
        {lead && <p className="mt-2 text-ink-2">{lead}</p>}
        {children}
      </div>
    </div>
  )
}
