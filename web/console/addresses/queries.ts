import { TONES, STATES as WORDS } from '../../generated/words/stock'
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

/** The letter and colours by which a cell of the map shows a state. */
const LOOKS: Record<AddressState, { letter: string; look: string }> = {
  free: { letter: '빈', look: 'bg-ok-tint text-ok' },
  leased: { letter: '용', look: 'bg-accent text-on-accent' },
  held: { letter: '대', look: 'bg-accent-tint text-accent' },
  resting: { letter: '휴', look: 'bg-line text-ink-2' },
  flagged: { letter: '문', look: 'bg-danger-tint text-danger' },
  unproven: { letter: '전', look: 'bg-warn-tint text-warn' },
  withdrawn: { letter: '제', look: 'bg-paper text-ink-3' },
}
export const STATE_NAMES = Object.keys(LOOKS) as AddressState[]
export const STATES = Object.fromEntries(
  STATE_NAMES.map((state) => [state, { word: WORDS[state], tone: TONES[state], ...LOOKS[state] }]),
) as Record<AddressState, { word: string; tone: TagTone; letter: string; look: string }>
