import { classes } from '../../src/ui/classes'
import type { TagTone } from '../../src/ui/tag'

const DOTS: Record<TagTone, string> = {
  plain: 'border-ink-3',
  ok: 'border-ok bg-ok',
  warn: 'border-warn bg-warn',
  danger: 'border-danger bg-danger',
}

/** A state in one word, with a dot whose colour says nothing that the word does not. */
export function State({ tone = 'plain', children }: { tone?: TagTone; children: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span aria-hidden="true" className={classes('size-2 shrink-0 rounded-full border-2', DOTS[tone])} />
      {children}
    </span>
  )
}
