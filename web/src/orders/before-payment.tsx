import { type ReactNode, useId } from 'react'
import type { Plan } from '../api/types'
import { useTakeOver } from '../catalog'
import type { Till } from '../catalog/paths'
import { TERMS, useConfig } from '../site'
import { Fold } from '../ui/fold'
import { OutsideLink } from '../ui/outside-link'
import { refundRule, returned, startOf } from './terms-of-sale'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 border-line py-3 text-small not-first:border-t sm:grid-cols-[132px_1fr] sm:gap-6">
      <dt className="font-semibold">{name}</dt>
      <dd className="max-w-text text-ink-2">{children}</dd>
    </div>
  )
}

/**
 * The information that the E-commerce Act (articles 8 and 13) requires before a payment. What comes back is in sight; the
 * rest is folded.
 */
export function BeforePayment({ till, plan }: { till: Till; plan: Plan }) {
  const config = useConfig()
  const id = useId()
  const takeOver = useTakeOver(plan)
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="font-semibold text-small">
        환불
      </h2>
      <p className="mt-1 mb-3 max-w-text text-caption text-ink-2">{refundRule(till.kind, config)}</p>
      <Fold title="판매자, 제공 시기, 이용 환경, 환불 방법">
        <dl className="figures">
          <Fact name="판매자">
            {config.bizNm} (대표 {config.ceo}) · 사업자등록번호 {config.bizLic} · 통신판매업 {config.ecLic} ·{' '}
            {config.bizLoc}
          </Fact>
          <Fact name="결제수단">
            {till.paymentType === 'billing'
              ? '등록한 신용/체크카드. 토스페이먼츠가 카드를 보관하고 결제를 처리합니다.'
              : '신용/체크카드·간편결제, 계좌이체, 가상계좌. 토스페이먼츠 결제창에서 결제합니다.'}
          </Fact>
          <Fact name="제공 시기">{startOf(till)}</Fact>
          {till.kind !== 'ticket' && (
            <Fact name="이용 환경">
              WireGuard 앱을 설치할 수 있는 윈도우, macOS, 안드로이드, iOS, 리눅스 기기. IP 1개당 기기{' '}
              {plan.deviceLimit}대 등록 · 동시 접속 {plan.connections}대. {takeOver} UDP 통신을 막는 회사·학교
              네트워크나 공유기에서는 접속되지 않을 수 있습니다. 밖에서 들어오는 접속(기기의 서버, 카메라,
              원격 데스크톱)은 받지 않으며, 메일 발송 포트(TCP 25)는 사용할 수 없습니다.
            </Fact>
          )}
          <Fact name="환불 방법">{returned(config)}</Fact>
          <Fact name="미성년자">
            미성년자가 법정대리인의 동의 없이 체결한 계약은 미성년자 본인 또는 법정대리인이 취소할 수
            있습니다.
          </Fact>
          <Fact name="문의·불만 처리">
            {config.tel} · {config.siteMail} · {config.supportHours}
          </Fact>
          <Fact name="이용약관">
            <span className="-ml-2">
              <OutsideLink href={TERMS}>전문 보기</OutsideLink>
            </span>
          </Fact>
        </dl>
      </Fold>
    </section>
  )
}
