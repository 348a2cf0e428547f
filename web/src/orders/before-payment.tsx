import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { Plan } from '../api/types'
import { configQuery } from '../site/queries'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 border-line border-t py-4 text-small sm:grid-cols-[132px_1fr] sm:gap-6">
      <dt className="font-semibold">{name}</dt>
      <dd className="max-w-text text-ink-2">{children}</dd>
    </div>
  )
}

/** What the E-commerce Act (articles 13 and 8) wants known before the money goes. */
export function BeforePayment({ plan }: { plan: Plan }) {
  const { data: config } = useSuspenseQuery(configQuery)
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-title-s">
        결제 전에 확인해 주세요
      </h2>
      <dl className="figures border-line border-b">
        <Fact name="판매자">
          {config.bizNm} (대표 {config.ceo}) · 사업자등록번호 {config.bizLic} · 통신판매업 {config.ecLic} ·{' '}
          {config.bizLoc}
        </Fact>
        <Fact name="결제수단">신용/체크카드, 간편결제. 토스페이먼츠 결제창에서 결제합니다.</Fact>
        <Fact name="제공 시기">
          결제가 확인되면 바로 IP 1개가 배정되어 이용하실 수 있습니다. 결제한 날은 이용 기간에 넣지 않으며,
          마지막 날 24시(한국 시간)에 끝납니다.
        </Fact>
        <Fact name="이용 환경">
          WireGuard 앱을 설치할 수 있는 윈도우, macOS, 안드로이드, iOS, 리눅스 기기 {plan.deviceLimit}대까지.
          UDP 통신을 막는 회사·학교 네트워크나 공유기에서는 접속되지 않을 수 있고, 메일 발송 포트(TCP 25)는
          사용할 수 없습니다.
        </Fact>
        <Fact name="청약철회">
          결제한 날부터 7일 안에 고객센터 전화나 이메일로 요청하실 수 있습니다. 이용하지 않았으면 전액을,
          이용을 시작했으면 제공되지 않은 기간의 요금을 위약금 없이 돌려드립니다.
        </Fact>
        <Fact name="해지와 환불">
          7일이 지난 뒤에도 언제든지 해지하실 수 있으며, 남은 기간의 요금을 하루 단위로 계산해 돌려드립니다.
          환불은 요청을 받은 날부터 3영업일 안에 결제한 수단으로 하고, 늦어지면 연 15%의 지연이자를 더합니다.
          적립된 포인트는 회수됩니다.
        </Fact>
        <Fact name="미성년자">
          미성년자가 법정대리인의 동의 없이 체결한 계약은 미성년자 본인 또는 법정대리인이 취소할 수 있습니다.
        </Fact>
        <Fact name="문의·불만 처리">
          {config.tel} · {config.siteMail} · {config.supportHours}
        </Fact>
        {config.tos && (
          <Fact name="이용약관">
            <details>
              <summary className="min-h-8 underline decoration-line underline-offset-4">전문 보기</summary>
              <p className="mt-2 whitespace-pre-line text-caption">{config.tos}</p>
            </details>
          </Fact>
        )}
      </dl>
    </section>
  )
}
