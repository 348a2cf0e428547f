import type { Answer } from '../../src/api/path'
import { path } from '../../src/api/path'
import type { TagTone } from '../../src/ui/tag'
import { consoleQuery } from '../frame/queries'

export type Address = Answer<'/api/v1/console/addresses'>['items'][number]
export type AddressSheet = Answer<'/api/v1/console/addresses/{id}'>
export type Pool = Answer<'/api/v1/console/addresses/pools'>['items'][number]
export type PoolCost = Answer<'/api/v1/console/pool-costs'>['items'][number]
export type AddressMap = Answer<'/api/v1/console/addresses/map'>
export type Cell = AddressMap['cells'][number]
export type ImportPreview = Answer<'/api/v1/console/addresses/import/preview', 'post'>
export type WhoAnswer = Answer<'/api/v1/console/addresses/who/{id}/answer', 'post'>
export type AddressState = Address['state']

export const LIST = '/api/v1/console/addresses'

export const addressQuery = (id: string) => consoleQuery(path('/api/v1/console/addresses/{id}', { id }))
export const poolsQuery = consoleQuery('/api/v1/console/addresses/pools')
export const mapQuery = (network: string) => consoleQuery(path('/api/v1/console/addresses/map', { network }))

/** The word for each state, and the letter and colours by which a cell of the map shows it. */
export const STATES: Record<AddressState, { word: string; tone: TagTone; letter: string; look: string }> = {
  free: { word: '판매 가능', tone: 'ok', letter: '빈', look: 'bg-ok-tint text-ok' },
  leased: { word: '사용 중', tone: 'plain', letter: '용', look: 'bg-accent text-on-accent' },
  held: { word: '주문 대기', tone: 'warn', letter: '대', look: 'bg-accent-tint text-accent' },
  resting: { word: '휴지 중', tone: 'plain', letter: '휴', look: 'bg-line text-ink-2' },
  flagged: { word: '문제 확인', tone: 'danger', letter: '문', look: 'bg-danger-tint text-danger' },
  unproven: { word: '확인 전', tone: 'warn', letter: '전', look: 'bg-warn-tint text-warn' },
  withdrawn: { word: '판매 제외', tone: 'plain', letter: '제', look: 'bg-paper text-ink-3' },
}
export const STATE_NAMES = Object.keys(STATES) as AddressState[]

export const FLAGS: Record<Address['flags'][number], string> = {
  unproven: '인터넷 연결이 확인되지 않음',
  listed: '차단 목록에 오름',
  other_carrier: '다른 통신사로 등록됨',
}

/** How a service came by a lease. */
export const CAUSES: Record<string, string> = {
  order: '주문',
  ticket: '교체권',
  undo: '되돌리기',
  taken_back: '변경 취소',
  offer: '무료 교체',
  button: '회원이 변경',
  timer: '자동 변경',
  reconnect: '재접속',
  link: '변경 링크',
  evacuation: '게이트웨이 이동',
}

export const LEASES: Record<string, string> = {
  held: '주문 대기',
  coming: '옮길 자리',
  active: '사용 중',
  leaving: '옮기는 중',
  tail: '연결 마무리',
  ended: '끝남',
}
