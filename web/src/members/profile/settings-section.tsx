import { type ReactNode, useId } from 'react'

interface SettingsSectionProps {
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** One section of a page of settings; its title stands on the left of wide screens. */
export function SettingsSection({ title, lead, children }: SettingsSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-5 border-line border-t py-8 first-of-type:border-t-0 first-of-type:pt-0 lg:grid-cols-[4fr_8fr] lg:gap-12 lg:py-12 lg:first-of-type:pt-4"
    >
      <div>
        <h2 id={id} className="text-lead">
          {title}
        </h2>
        {lead && <p className="mt-1 text-ink-2 text-small">{lead}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
