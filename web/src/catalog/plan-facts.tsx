import type { ReactNode } from 'react'
import type { Plan, SiteConfig } from '../api/types'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 border-line border-t py-5 sm:grid-cols-[140px_1fr] sm:gap-6">
      <dt className="font-semibold">{name}</dt>
      <dd className="max-w-text text-ink-2">{children}</dd>
    </div>
  )
}

/** What the law wants known before paying, in the words of somebody who wants to be understood. */
export function PlanFacts({ plan, config }: { plan: Plan; config: SiteConfig }) {
  return (
    <section>
      <h2 className="mb-4 text-title-s">구매 전에 확인해 주세요</h2>
      <dl className="border-line border-b">
        <Fact name="받는 것">
          {plan.carrier} {plan.region} 회선의 고정 IP 1개. 이용 기간 동안 다른 이용자와 함께 쓰지 않으며, 다시
          접속해도 주소가 바뀌지 않습니다.
        </Fact>
        <Fact name="이용 기간">
          결제가 확인되면 바로 시작하며, 결제한 날은 기간에 넣지 않고 달력의 개월 수로 셉니다. 예를 들어 11월
          20일에 1개월을 결제하면 12월 20일 24시까지 이용합니다.
        </Fact>
        <Fact name="기기">
          IP 하나에 기기를 {plan.deviceLimit}대까지 등록합니다. 기기는 이용현황에서 언제든 지우고 새로 추가할
          수 있습니다.
        </Fact>
        <Fact name="필요한 것">
          WireGuard 앱(무료)이 도는 윈도우 10 이상, macOS 12 이상, 안드로이드, 아이폰·아이패드, 리눅스. UDP
          통신이 막힌 회사·학교 네트워크에서는 연결되지 않을 수 있습니다.
        </Fact>
        <Fact name="연결 방법">
          기기를 추가하면 설정 파일과 QR 코드가 나옵니다. WireGuard 앱에서 불러오면 연결됩니다. 개인키는
          브라우저 안에서 만들어져 서버로 보내지 않습니다.
        </Fact>
        <Fact name="환불">
          결제 후 7일 안에는 위약금 없이 청약을 철회할 수 있고, 그 뒤에도 중도 해지할 수 있습니다. 이용하지
          않은 기간의 요금을 하루 단위로 계산해 결제한 수단으로 돌려드립니다.
        </Fact>
        <Fact name="이용 제한">외부로 나가는 메일 발송 포트(TCP 25)는 스팸을 막기 위해 닫혀 있습니다.</Fact>
        <Fact name="문의">
          {config.tel} · {config.siteMail} · {config.supportHours}
        </Fact>
      </dl>
    </section>
  )
}
