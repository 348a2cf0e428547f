import type { Plan } from '../api/types'
import { Fact } from './fact'

/** What holds for both kinds of address. */
export function VpnFacts({ plan }: { plan: Plan }) {
  return (
    <>
      <Fact name="이용 기간">
        결제가 확인되면 바로 시작하며, 결제한 날은 기간에 넣지 않고 달력의 개월 수로 셉니다. 예를 들어 11월
        20일에 1개월을 결제하면 12월 20일 24시까지 이용합니다.
      </Fact>
      <Fact name="기기와 동시접속">
        하나에 기기를 {plan.deviceLimit}대까지 등록하고, 그중 {plan.connections}대까지 동시에 접속합니다.
        기기는 이용현황에서 언제든 지우고 새로 추가할 수 있습니다.
      </Fact>
      <Fact name="연장">
        이용현황에서 남은 기간 뒤에 이어서 연장합니다. 일찍 연장해도 남은 날은 그대로 남습니다. 정기결제로
        이용하면 기간이 끝나기 전에 자동으로 이어집니다.
      </Fact>
      <Fact name="필요한 것">
        WireGuard 앱(무료)이 도는 윈도우 10 이상, macOS 12 이상, 안드로이드, 아이폰·아이패드, 리눅스. UDP
        통신이 막힌 회사·학교 네트워크에서는 연결되지 않을 수 있습니다.
      </Fact>
      <Fact name="환불">
        결제 후 7일 안에는 위약금 없이 청약을 철회할 수 있고, 그 뒤에도 중도 해지할 수 있습니다. 이용하지 않은
        기간의 요금을 하루 단위로 계산해 결제한 수단으로 돌려드립니다. 계산한 금액은 마이페이지 결제내역에서
        먼저 보고 신청합니다.
      </Fact>
      <Fact name="이용 제한">외부로 나가는 메일 발송 포트(TCP 25)는 스팸을 막기 위해 닫혀 있습니다.</Fact>
    </>
  )
}
