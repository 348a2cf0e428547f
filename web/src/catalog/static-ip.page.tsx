import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Plan } from '../api/types'
import { configQuery } from '../site/queries'
import { ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { PeriodChoice } from './period-choice'
import { PlanChoice } from './plan-choice'
import { PlanFacts } from './plan-facts'
import { PlanSummary } from './plan-summary'
import { staticPlansQuery } from './queries'

export default function StaticIp() {
  const { data: plans } = useSuspenseQuery(staticPlansQuery)
  const [first] = plans
  return (
    <div className="page pt-12 pb-18 lg:pt-18 lg:pb-26">
      <header className="max-w-form">
        <h1 className="text-title-l">고정 IP VPN</h1>
        <p className="mt-3 text-ink-2 text-lead">
          {first?.description ?? '통신사 회선의 고정 IP 하나를 이용 기간 내내 혼자 씁니다.'}
        </p>
      </header>
      {first ? <Offer plans={plans} first={first} /> : <NothingOnSale />}
    </div>
  )
}

/** What is chosen on the left decides what the right adds up. */
function Offer({ plans, first }: { plans: Plan[]; first: Plan }) {
  const { data: config } = useSuspenseQuery(configQuery)
  const [planId, setPlanId] = useState(first.id)
  const [months, setMonths] = useState(first.prices[0]?.months ?? 1)
  const plan = plans.find(({ id }) => id === planId) ?? first
  const price = plan.prices.find((one) => one.months === months) ?? plan.prices[0]
  return (
    <div className="mt-12 grid gap-12 lg:grid-cols-[1fr_380px] lg:gap-18">
      <div className="grid gap-12">
        <PlanChoice plans={plans} value={plan.id} onChange={setPlanId} />
        <PeriodChoice prices={plan.prices} value={price?.months ?? null} onChange={setMonths} />
        <PlanFacts plan={plan} config={config} />
      </div>
      {price && <PlanSummary plan={plan} price={price} />}
    </div>
  )
}

function NothingOnSale() {
  return (
    <div className="mt-12">
      <EmptyState
        action={
          <ButtonLink to="/" kind="quiet">
            홈으로 가기
          </ButtonLink>
        }
      >
        지금은 판매 중인 상품이 없습니다.
      </EmptyState>
    </div>
  )
}
