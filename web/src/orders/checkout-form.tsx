import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Plan } from '../api/types'
import { PeriodChoice } from '../catalog/period-choice'
import { PlanChoice } from '../catalog/plan-choice'
import { won } from '../korean/money'
import { providerKeysQuery } from '../payments/queries'
import { Button } from '../ui/button'
import { useHydrated } from '../ui/hydrated'
import { SummaryCard } from '../ui/summary-card'
import { BeforePayment } from './before-payment'
import { CheckoutProblem } from './checkout-problem'
import { type Choice, checkoutPath, priceFor } from './choice'
import { OrderConsents, useConsents } from './order-consents'
import { usePay } from './pay'
import { quoteQuery } from './queries'
import { summaryRows } from './summary-rows'

interface CheckoutFormProps {
  plans: Plan[]
  initial: Choice
}

/** What is chosen on the left is reckoned up on the right, and paid for in the provider's window. */
export function CheckoutForm({ plans, initial }: CheckoutFormProps) {
  const isHydrated = useHydrated()
  const [choice, setChoice] = useState(initial)
  const { data: providers } = useSuspenseQuery(providerKeysQuery)
  const quote = useQuery(quoteQuery(choice))
  const pay = usePay()
  const consents = useConsents(pay.error)

  const plan = plans.find(({ id }) => id === choice.planId)
  const price = plan && priceFor(plan, choice.months)
  const provider = providers.find(({ pgType }) => pgType.includes('normal'))
  if (!plan || !price) return null
  const isSoldOut = (quote.data?.stock ?? plan.stock) === 0
  // The catalogue's price is the quote's, so the total stands before the quote is there.
  const amount = quote.data?.amount ?? price.amount

  function choose(change: Partial<Choice>) {
    const next = { ...choice, ...change }
    const to = plans.find(({ id }) => id === next.planId)
    const chosen = { ...next, months: (to && priceFor(to, next.months)?.months) ?? next.months }
    setChoice(chosen)
    pay.reset()
    // Beside the router: to it this would be another page, which begins at the top.
    window.history.replaceState(window.history.state, '', checkoutPath(chosen))
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const agreements = consents.given(event.currentTarget)
    if (agreements && provider) pay.mutate({ choice, amount, agreements, provider })
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={submit}
      className="mt-8 grid gap-12 lg:mt-12 lg:grid-cols-[1fr_380px] lg:gap-x-18"
    >
      <div className="grid min-w-0 gap-12">
        <PlanChoice plans={plans} value={plan.id} onChange={(planId) => choose({ planId })} />
        <PeriodChoice prices={plan.prices} value={price.months} onChange={(months) => choose({ months })} />
      </div>
      <div className="grid min-w-0 gap-12">
        <BeforePayment plan={plan} />
        <OrderConsents consents={consents} />
      </div>
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <SummaryCard
          title="주문 확인"
          rows={summaryRows(plan, price, quote.data)}
          totalLabel="결제 금액 (부가세 포함)"
          total={amount}
          note="결제하면 바로 IP가 배정되고, 이어지는 화면에서 기기를 추가해 접속합니다."
          action={
            <div className="grid gap-3">
              <CheckoutProblem
                payError={pay.error}
                quoteError={quote.error}
                isSoldOut={isSoldOut}
                isConsentMissing={consents.isRefused}
              />
              <Button
                type="submit"
                wide
                disabled={!isHydrated || isSoldOut || !provider}
                loading={pay.isPending}
              >
                {isSoldOut ? '품절' : `${won(amount)} 결제하기`}
              </Button>
            </div>
          }
        />
      </div>
    </form>
  )
}
