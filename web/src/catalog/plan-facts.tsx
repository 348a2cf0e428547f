import type { ReactNode } from 'react'
import type { Plan, RotationLimits } from '../api/types'
import { minutesInWords, spoken } from '../korean/durations'
import { figures } from '../korean/money'
import { useConfig, useContentPage } from '../site'
import { Fold } from '../ui/fold'
import { Prose } from '../ui/prose'
import { useTakeOver } from './devices-at-once'
import { PRODUCTS } from './paths'
import { speedWords } from './words'

/**
 * What a buyer must know before paying by law, each part folded under its name. Figures come from the plan, everything
 * else from the operator's texts.
 */
export function PlanFacts({ plan, children }: { plan: Plan; children?: ReactNode }) {
  const config = useConfig()
  const { texts, sections } = useContentPage(PRODUCTS[plan.kind].path.slice(1))
  return (
    <section>
      <h2 className="mb-3 text-title-s">{texts.factsTitle ?? '구매 전에 확인해 주세요'}</h2>
      <Part title={plan.name}>
        <dl>
          {plan.description && <Fact name="설명">{plan.description}</Fact>}
          {plan.kind !== 'ticket' && <Figures plan={plan} />}
          <Fact name="문의">
            {config.tel} · {config.siteMail} · {config.supportHours}
          </Fact>
        </dl>
      </Part>
      {children}
      {sections.map(({ id, title, html }) => (
        <Part key={id} id={id} title={title}>
          <Prose html={html} className="min-w-0 text-ink-2" />
        </Part>
      ))}
    </section>
  )
}

const Part = ({ id, title, children }: { id?: string; title: string; children: ReactNode }) => (
  <Fold
    title={
      <h3 id={id} className="font-semibold text-small tracking-normal">
        {title}
      </h3>
    }
  >
    {children}
  </Fold>
)

/** The plan in figures: carrier, region, number of networks, devices, speed. */
function Figures({ plan }: { plan: Plan }) {
  const takeOver = useTakeOver(plan)
  return (
    <>
      {plan.carrier !== '' && (
        <Fact name="통신사와 대역">
          {plan.carrier} · {plan.region}
          {plan.networks > 0 && <>, C클래스(/24) 대역 {plan.networks}곳</>}
        </Fact>
      )}
      {plan.rotation && <Fact name="IP 변경">{changesOf(plan.rotation)}</Fact>}
      <Fact name="기기와 동시접속">
        IP 1개당 기기 {plan.deviceLimit}대 등록 · 동시 접속 {plan.connections}대
        {takeOver && <>. {takeOver} 멈춘 기기는 VPN을 껐다 켜면 이어집니다.</>}
      </Fact>
      {speedWords(plan) !== '' && (
        <Fact name="속도">{speedWords(plan)}입니다. 여러 기기가 함께 접속하면 나누어 씁니다.</Fact>
      )}
    </>
  )
}

const changesOf = ({ leastSeconds, aDay, timerLeast, timerMost }: RotationLimits) =>
  `버튼과 변경 링크로는 ${spoken(leastSeconds)}에 한 번, 타이머로는 ${minutesInWords(timerLeast)}에서 ${minutesInWords(timerMost)} ` +
  `사이로 정한 시간마다 변경하며, 합하여 하루 ${figures(aDay)}번까지입니다. 재접속으로 바뀌는 것은 횟수에 넣지 않습니다.`

/** One fact about a plan: its name, and what holds. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-1 border-line py-3 not-first:border-t sm:grid-cols-[140px_1fr] sm:gap-6">
      <dt className="font-semibold">{name}</dt>
      <dd className="max-w-text text-ink-2">{children}</dd>
    </div>
  )
}
