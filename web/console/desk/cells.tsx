import type { ReactNode } from 'react'
import { plainDay } from '../../src/korean/dates'
import { figures } from '../../src/korean/money'
import { Money } from '../frame/money'
import { State } from '../frame/state'
import { When } from '../frame/when'
import type { DeclaredColumn } from './lists'

/** A value as its column is declared. */
export function cellOf({ kind, words, tones }: DeclaredColumn, value: unknown): ReactNode {
  if (kind === 'when') return <When at={value as string | null} />
  if (kind === 'won') return <Money won={value as number | null} />
  if (kind === 'yes') return value ? '예' : '아니오'
  if (value === null || value === undefined) return ''
  const text = String(value)
  if (kind === 'state') return <State tone={tones?.[text] ?? 'plain'}>{words?.[text] ?? text}</State>
  if (kind === 'number') return <span translate="no">{figures(Number(value))}</span>
  if (kind === 'day') return plainDay(text)
  return words?.[text] ?? text
}
