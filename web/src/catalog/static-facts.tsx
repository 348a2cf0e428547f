import type { Plan } from '../api/types'
import { Fact } from './fact'
import { VpnFacts } from './vpn-facts'

export function StaticFacts({ plan }: { plan: Plan }) {
  return (
    <>
      <Fact name="받는 것">
        {plan.carrier} {plan.region} 회선의 고정 IP 1개. 이용 기간 동안 다른 이용자와 함께 쓰지 않으며, 다시
        접속해도 주소가 바뀌지 않습니다. 여러 개를 사면 서로 다른 IP를 그 수만큼 한 번에 받습니다.
      </Fact>
      <VpnFacts plan={plan} />
      <Fact name="연결 방법">
        기기를 추가하면 설정 파일과 QR 코드가 나옵니다. WireGuard 앱에서 불러오면 연결됩니다. 개인키는
        브라우저 안에서 만들어져 서버로 보내지 않습니다.
      </Fact>
    </>
  )
}
