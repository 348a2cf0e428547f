import { TONES, STATES as WORDS } from '../../generated/words/gateways'
import { type Answer, path } from '../../src/api/path'
import type { TagTone } from '../../src/ui/tag'
import { tags } from '../../src/ui/tags'
import { consoleQuery } from '../frame/queries'

export type Gateway = Answer<'/api/v1/console/gateways'>['items'][number]
export type GatewaySheet = Answer<'/api/v1/console/gateways/{id}'>

export const LIST = '/api/v1/console/gateways'

export const gatewaysQuery = consoleQuery(LIST)
/** Loaded anew every half minute: whoever watches an evacuation sees it go on. */
export const gatewayQuery = (id: string) => ({
  ...consoleQuery(path('/api/v1/console/gateways/{id}', { id })),
  refetchInterval: 30_000,
})

export const STATES = tags(WORDS, TONES)

/** In one sentence what somebody should look at; `null` where all is well. */
export function troubleOf({ state, isEnrolled, lag, lastError, isAway }: Gateway): string | null {
  if (!isEnrolled) return '아직 호스트가 등록하지 않았습니다. ‘등록 코드’의 명령을 호스트에서 실행해 주세요.'
  if (state === 'lost' && isAway) return '응답이 없습니다'
  if (lastError) return `오류: ${lastError}`
  if (lag > 0 && !isAway) return `지시 ${lag}개를 아직 적용하지 않았습니다`
  if (isAway) return '지금 연결되어 있지 않습니다'
  return null
}

/** The colour of its state: one that serves, but has something to look at, is not all well. */
export const toneOf = (gateway: Gateway): TagTone =>
  gateway.state === 'serving' && troubleOf(gateway) ? 'warn' : STATES[gateway.state].tone
