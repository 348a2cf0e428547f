import { OUTCOMES } from '../../generated/words/authorities'
import type { Answer } from '../../src/api/path'
import { stateOf } from '../desk/lists'

export type AuthorityRequest = Answer<'/api/v1/console/authorities'>['items'][number]

export const branchOf = (branch: AuthorityRequest['branch']) => stateOf('authorities', 'branch', branch).word

export const kindOf = (kind: AuthorityRequest['kind']) => stateOf('authorities', 'kind', kind).word

export { OUTCOMES }
