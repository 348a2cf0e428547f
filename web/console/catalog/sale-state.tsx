import { State } from '../frame/state'
import type { SoldPlan } from './queries'

/** Whether visitors can buy a plan now; why not, where they cannot. */
export function SaleState({ plan }: { plan: Pick<SoldPlan, 'state' | 'isSwitchedOn' | 'free'> }) {
  if (plan.state === 'hidden') return <State>숨김</State>
  if (!plan.isSwitchedOn) return <State tone="warn">설정에서 꺼짐</State>
  if (plan.state === 'sold_out') return <State tone="warn">품절 표시</State>
  if (plan.free === 0) return <State tone="danger">주소 없음</State>
  return <State tone="ok">판매 중</State>
}
