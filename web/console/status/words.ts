import type { TagTone } from '../../src/ui/tag'
import type { Board, Level, PartName, Progress } from './queries'

// The words of the page itself (`ieum/shop/status/page.py`, `rules.py`).
export const PARTS: Record<PartName, string> = {
  shop: '홈페이지와 주문',
  payment: '결제',
  messages: '메일과 문자',
  gateways: 'VPN 연결',
}

export const LEVELS: Record<Level, string> = { notice: '안내', degraded: '일부 불편', down: '이용 불가' }

export const LEVEL_TONES: Record<Level, TagTone> = { notice: 'plain', degraded: 'warn', down: 'danger' }

type PartState = Board['parts'][number]['state']

export const STATES: Record<PartState, { word: string; tone: TagTone }> = {
  ok: { word: '정상', tone: 'ok' },
  degraded: { word: '일부 불편', tone: 'warn' },
  down: { word: '이용 불가', tone: 'danger' },
}

const PROGRESS: Record<Progress, string> = {
  looking: '확인 중',
  known: '원인 확인',
  watching: '지켜보는 중',
  over: '해결',
}

/** What is announced has no cause to be found. */
export const progressWord = (level: Level, state: Progress) =>
  level === 'notice' && (state === 'looking' || state === 'known') ? LEVELS.notice : PROGRESS[state]

/** What may be chosen: of an announcement there is one word for the first two. */
export const progressOptions = (level: Level): Progress[] =>
  level === 'notice' ? ['known', 'watching', 'over'] : ['looking', 'known', 'watching', 'over']

export const partsInWords = (parts: PartName[]) => parts.map((part) => PARTS[part]).join(', ')
