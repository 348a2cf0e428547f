import { State } from '../frame/state'
import { type AuthorityRequest, OUTCOMES } from './words'

/** Whether a request is answered, and how. */
export function Standing({ request }: { request: Pick<AuthorityRequest, 'outcome' | 'voidReason'> }) {
  if (request.voidReason !== null) return <State>무효</State>
  if (request.outcome === null) return <State tone="warn">회신 전</State>
  return <State tone="ok">{OUTCOMES[request.outcome]}</State>
}
