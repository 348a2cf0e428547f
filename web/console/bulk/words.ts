import type { Row, Run } from './queries'

type Tone = 'ok' | 'warn' | 'plain' | 'danger'
type Word = { label: string; tone: Tone }

export const STATES: Record<Run['state'], Word> = {
  waiting: { label: '두 번째 확인 대기', tone: 'warn' },
  running: { label: '처리 중', tone: 'warn' },
  done: { label: '끝남', tone: 'ok' },
  cancelled: { label: '멈춤', tone: 'plain' },
}

export const RESULTS: Record<Row['state'], Word> = {
  waiting: { label: '아직', tone: 'plain' },
  done: { label: '처리됨', tone: 'ok' },
  skipped: { label: '건너뜀', tone: 'plain' },
  failed: { label: '실패', tone: 'danger' },
}

const FACTS: Record<string, string> = {
  endsAt: '만료',
  days: '늘린 날',
  state: '상태',
  points: '포인트',
  amount: '지급',
  gateway: '게이트웨이',
  until: '마지막 날',
  moving: '옮기는 중',
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
