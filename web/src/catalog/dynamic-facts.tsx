import type { Plan } from '../api/types'
import { Fact } from './fact'
import { VpnFacts } from './vpn-facts'

export function DynamicFacts({ plan }: { plan: Plan }) {
  return (
    <>
      <Fact name="받는 것">
        접속할 때마다 {plan.carrier} {plan.region} 대역에서 배정되는 IP. 같은 대역을 여러 이용자가 차례로
        쓰므로, 늘 같은 주소가 필요한 일(접속 허용 목록 등록 등)에는 고정 IP VPN이 맞습니다.
      </Fact>
      <VpnFacts plan={plan} />
    </>
  )
}
