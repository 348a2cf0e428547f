import type { Plan } from '../api/types'
import { ChoiceTiles } from '../ui/choice-tiles'

interface PlanChoiceProps {
  plans: Plan[]
  value: Plan['id']
  onChange: (planId: Plan['id']) => void
}

/** Which carrier and region. With a single plan there is nothing to choose, only something to know. */
export function PlanChoice({ plans, value, onChange }: PlanChoiceProps) {
  const choices = plans.map((plan) => ({
    value: plan.id,
    title: plan.carrier,
    note: plan.region,
    aside: plan.stock !== 0 ? null : <span className="text-ink-2 text-small">품절</span>,
  }))
  return <ChoiceTiles legend="통신사" choices={choices} value={value} onChange={onChange} />
}
