import type { Plan } from '../api/types'
import { type Choice, choiceIn } from '../catalog'
import type { Till } from '../catalog/paths'
import { Button } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { ChosenForm } from './chosen-form'
import { useChoice } from './use-choice'

interface CheckoutFormProps {
  till: Till
  plans: Plan[]
  initial: Choice
}

/** The checkout for the chosen plan, which may be withdrawn while this is open, because plans are reloaded. */
export function CheckoutForm({ till, plans, initial }: CheckoutFormProps) {
  const { choice, choose } = useChoice(till, plans, initial)
  const plan = plans.find(({ id }) => id === choice.planId)
  if (plan) return <ChosenForm {...{ till, plans, plan, choice, choose }} />
  const another = choiceIn(new URLSearchParams(), plans)
  return <PlanGone onChooseAgain={() => another && choose({ planId: another.planId })} />
}

function PlanGone({ onChooseAgain }: { onChooseAgain: () => void }) {
  return (
    <div className="mt-8">
      <EmptyState action={<Button onClick={onChooseAgain}>다른 상품 선택하기</Button>}>
        <span role="alert">
          선택하신 상품은 판매가 종료되었습니다. 결제되지 않았습니다. 판매 중인 다른 상품을 선택해 주세요.
        </span>
      </EmptyState>
    </div>
  )
}
