import { CircleAlert, CircleCheck, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes'

const TONES = {
  info: { look: 'bg-surface text-ink', Icon: Info },
  ok: { look: 'bg-ok-tint text-ok', Icon: CircleCheck },
  warn: { look: 'bg-warn-tint text-warn', Icon: CircleAlert },
  danger: { look: 'bg-danger-tint text-danger', Icon: CircleAlert },
}

/** A short message beside what it is about, such as a refusal. Screen readers announce a `danger` one at once. */
export function Callout({ tone, children }: { tone: keyof typeof TONES; children: ReactNode }) {
  const { look, Icon } = TONES[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      className={classes('flex items-start gap-3 rounded-control px-4 py-3 text-small', look)}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" strokeWidth={1.75} />
      <div>{children}</div>
    </div>
  )
}
