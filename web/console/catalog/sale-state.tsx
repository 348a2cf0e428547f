import { STATES } from '../../generated/words/catalog'
import { State } from '../frame/state'
import type { SoldPlan } from './queries'

/** Whether visitors can buy a plan now; why not, where they cannot. */
export function SaleState({ plan }: { plan: Pick<SoldPlan, 'state' | 'isSwitchedOn' | 'free'> }) {
  if (plan.state === 'hidden') return <State>{STATES.hidden}</State>
  if (!plan.isSwitchedOn) return <State tone="warn">설정에서 꺼짐</State>
  if (plan.state === 'sold_out') return <State tone="warn">{STATES.sold_out}</State>
  if (plan.free === 0) return <State tone="danger">주소 없음</State>
  return <State tone="ok">{STATES.visible}</State>
}
