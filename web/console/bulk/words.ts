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

/** What a kind is done to, what it is called on its button, and which fields it asks for. */
export const KINDS: Record<
  Run['kind'],
  { of: 'services' | 'members'; label: string; permission: string; asks: 'days' | 'points' | 'move' | null }
> = {
  'services.extend': { of: 'services', label: '기간 연장', permission: 'services.extend', asks: 'days' },
  'services.stop': { of: 'services', label: '정지', permission: 'services.suspend', asks: null },
  'services.restart': { of: 'services', label: '정지 해제', permission: 'services.suspend', asks: null },
  'services.move': {
    of: 'services',
    label: '다른 게이트웨이로 옮기기',
    permission: 'services.move',
    asks: 'move',
  },
  'members.points': { of: 'members', label: '포인트 지급', permission: 'members.points', asks: 'points' },
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
