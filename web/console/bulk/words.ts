import { OBJECTS } from '../../generated/words/desk'
import { STATES as MOVES } from '../../generated/words/evacuation'
import { METHODS } from '../../generated/words/orders'
import type { Row } from './queries'

const FACTS: Record<string, string> = {
  endsAt: '만료',
  days: '늘린 날',
  state: '상태',
  points: METHODS.points,
  amount: '지급',
  gateway: OBJECTS.gateway,
  until: '마지막 날',
  moving: MOVES.moving,
  movesTo: '옮길 게이트웨이',
  address: 'IP',
}

/** `만료 2026.12.01 00:00 → 2026.12.04 00:00`. */
export function changeOf({ before, after }: Pick<Row, 'before' | 'after'>): string {
  const was = (before ?? {}) as Record<string, unknown>
  return Object.entries((after ?? {}) as Record<string, unknown>)
    .map(([name, value]) => {
      const said = name in was ? `${was[name]} → ${value}` : String(value)
      return `${FACTS[name] ?? name} ${said}`
    })
    .join(', ')
}
