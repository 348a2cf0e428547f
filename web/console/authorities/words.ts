import type { Answer } from '../../src/api/path'
import { stateOf } from '../desk/lists'

export type AuthorityRequest = Answer<'/api/v1/console/authorities'>['items'][number]

export const branchOf = (branch: AuthorityRequest['branch']) => stateOf('authorities', 'branch', branch).word

export const kindOf = (kind: AuthorityRequest['kind']) => stateOf('authorities', 'kind', kind).word

export const OUTCOMES: Record<NonNullable<AuthorityRequest['outcome']>, string> = {
  given: '제공함',
  partly: '일부 제공함',
  refused: '제공하지 않음',
  nothing_held: '해당 자료 없음',
}
