import type { Plan } from '../api/types'
import { ChoiceTiles } from '../ui/choice-tiles'
import { isSoldOut } from './amounts'
import { speedWords } from './words'

interface PlanChoiceProps {
  plans: Plan[]
  value: Plan['id']
  onChange: (planId: Plan['id']) => void
}

/** Choosing carrier and region. The only plan is a line of text, because there is nothing to choose. */
export function PlanChoice({ plans, value, onChange }: PlanChoiceProps) {
  const hasCarriers = plans.every(({ carrier }) => carrier !== '')
  const [only] = plans
  if (only && plans.length === 1) return hasCarriers ? <OnlyPlan plan={only} /> : null
  const choices = plans.map((plan) => ({
    value: plan.id,
    title: hasCarriers ? plan.carrier : plan.name,
    note: noteOf(plan, plans),
    aside: isSoldOut(plan) && <span className="text-ink-2 text-small">품절</span>,
  }))
  return (
    <ChoiceTiles
      legend={hasCarriers ? '통신사' : '상품'}
      choices={choices}
      value={value}
      onChange={onChange}
    />
  )
}

const OnlyPlan = ({ plan: { carrier, region } }: { plan: Plan }) => (
  <p>
    <span className="mr-3 font-semibold text-small">통신사</span>
    {[carrier, region].filter(Boolean).join(' · ')}
  </p>
)

/** What distinguishes the plan from the other plans of its carrier. */
function noteOf(plan: Plan, plans: Plan[]): string {
  const isOneName = plans.every(({ name }) => name === plan.name)
  const differs = (pick: (one: Plan) => number) => plans.some((one) => pick(one) !== pick(plan))
  return [
    plan.region,
    plan.carrier && !isOneName ? plan.name : '',
    differs(({ connections }) => connections) ? `동시접속 ${plan.connections}` : '',
    differs(({ deviceLimit }) => deviceLimit) ? `기기 ${plan.deviceLimit}대` : '',
    plans.some((one) => speedWords(one) !== speedWords(plan)) ? speedWords(plan) || '속도 제한 없음' : '',
  ]
    .filter(Boolean)
    .join(' · ')
}
