import type { ReactNode } from 'react'
import { classes } from './classes'

export type TagTone = 'plain' | 'ok' | 'warn' | 'danger'

export interface TagWord {
  word: string
  tone: TagTone
}

const TONES: Record<TagTone, string> = {
  plain: 'bg-paper text-ink-2 ring-1 ring-line',
  ok: 'bg-ok-tint text-ok',
  warn: 'bg-warn-tint text-warn',
  danger: 'bg-danger-tint text-danger',
}

/** A state in one word. Its colour says nothing that the word does not. */
export function Tag({ tone, children }: { tone: TagTone; children: ReactNode }) {
  return (
    <span
      className={classes(
        'inline-flex items-center whitespace-nowrap rounded-full px-3 py-0.5 font-semibold text-caption',
        TONES[tone],
      )}
    >
      {children}
    </span>
  )
}
