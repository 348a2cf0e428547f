import type { ReactNode } from 'react'
import { SettingsSection } from '../members'

interface PartProps {
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** One part of a sub-id's page, which may hold several things. */
export const Part = ({ children, ...rest }: PartProps) => (
  <SettingsSection {...rest}>
    <div className="grid min-w-0 content-start gap-5">{children}</div>
  </SettingsSection>
)
