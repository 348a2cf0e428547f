import { useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, useCallback } from 'react'
import { Problem } from '../api/problem'
import type { Plan } from '../api/types'
import { type Choice, estimate, isSoldOut, priceOfPeriod } from '../catalog'
import type { Till } from '../catalog/paths'
import { useMember } from '../members'
import { providerKeysQuery } from '../payments'
import { useIsWaiting } from '../services'
import { Troubles, useConfig } from '../site'
import { Callout } from '../ui/callout'
import { SummaryCard } from '../ui/summary-card'
import { BeforePayment } from './before-payment'
import { CardChoice, NEW_CARD, useCard } from './card-choice'
import { CheckoutProblem } from './checkout-problem'
import { OpenHere } from './open-here'
import { OrderConsents, useConsents } from './order-consents'
import { usePay } from './pay'
import { PayButton } from './pay-button'
import { PointsField } from './points-field'
import { ProductChoice } from './product-choice'
import { RecurringTerms } from './recurring-terms'
import { summaryRows } from './summary-rows'
import { afterwards } from './terms-of-sale'
import type { useChoice } from './use-choice'
import { useQuote } from './use-quote'
import { VpnOffFirst } from './vpn-off-first'
import { beyondLimit, WaysToPay } from './ways-to-pay'

const fieldOf = (error: Error | null, name: string) =>
  error instanceof Problem ? error.fields.find((field) => field.name === name)?.detail : undefined

interface ChosenFormProps extends ReturnType<typeof useChoice> {
  till: Till
  plans: Plan[]
  plan: Plan
}

/** The checkout form: the choices on the left, their price with the pay button on the right. */
export function ChosenForm({ till, plans, plan, choice, choose }: ChosenFormProps) {
  const config = useConfig()
  const balance = useMember()?.point ?? 0
  const { data: providers } = useSuspenseQuery(providerKeysQuery)
  // Recurring payments have keys of their own.
  const provider = providers.find(({ pgType }) => pgType.includes(till.paymentType))
  const isBilling = till.paymentType === 'billing'
  const card = useCard(isBilling)
  const isWaiting = useIsWaiting()
  const price = priceOfPeriod(plan, choice.months)
  const catalogAmount = price ? estimate(plan, price, choice.quantity).amount : 0
  const quoted = useQuote(till, choice, catalogAmount)
  const pay = usePay()
  const consents = useConsents(pay.error)
  const { quote, limits } = quoted
  const { reset } = pay
  // Until the quote arrives, the member's record keeps the places of what the quote will bring.
  const expectsPoints = config.pointYn === 'Y' && !isBilling && balance >= Math.max(1, config.pointReg)
  const hasPoints = limits ? limits.pointLimit > 0 : expectsPoints
  const change = useCallback(
    (chosen: Partial<Choice>) => {
      choose(chosen)
      reset()
    },
    [choose, reset],
  )
  const setPoints = useCallback((points: number) => change({ points }), [change])

  if (!price) return null
  // The quote counts the addresses that the buyer's own unpaid order holds, the list of plans does not.
  const isUnavailable = !choice.serviceId && (quote ? quote.stock === 0 : isSoldOut(plan))
  // The catalogue's price is shown until the quote arrives, which has the same price. With points only the quote knows.
  const amount = quote?.amount ?? (choice.points > 0 && !isBilling ? null : catalogAmount)

  const isShutOut = isWaiting && amount !== 0 && (!isBilling || card.cardId === NEW_CARD)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const agreements = consents.collect(event.currentTarget)
    if (!agreements || !provider || amount === null || isShutOut) return
    const cardId = card.cardId === NEW_CARD ? null : card.cardId
    pay.start({ till, choice, amount, agreements, provider, quote: quote?.quote, cardId })
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={submit}
      className="mt-4 max-lg:flex max-lg:flex-col max-lg:gap-4 lg:mt-12 lg:grid lg:grid-cols-[1fr_400px] lg:gap-x-18 low:mt-2 low:grid-cols-[1fr_448px] low:gap-x-12"
    >
      <div className="grid min-w-0 content-start gap-4 lg:gap-8 low:gap-6">
        {/* In this column: above both, it would push the boxes of the other one off a low screen. */}
        <Troubles of={['shop', 'payment']} />
        <OpenHere plan={plan} />
        <ProductChoice {...{ till, plans, plan, price, choice, quote }} onChange={change} />
        {isBilling && (
          <RecurringTerms months={choice.months} amount={amount ?? catalogAmount} quote={quote} />
        )}
        <BeforePayment till={till} plan={plan} />
        {isBilling ? (
          <>
            <CardChoice {...card} />
            {isShutOut && <VpnOffFirst />}
          </>
        ) : (
          <>
            {config.pointYn === 'Y' && (
              <PointsField
                value={choice.points}
                limits={limits}
                balance={balance}
                threshold={config.pointReg}
                onChange={setPoints}
                error={fieldOf(quoted.error, 'points')}
              />
            )}
            {amount === 0 ? (
              <p className="rounded-control bg-surface px-4 py-3 text-small">
                포인트로 모두 결제하므로 결제수단을 고르지 않으셔도 됩니다.
              </p>
            ) : isShutOut ? (
              <VpnOffFirst />
            ) : (
              <WaysToPay
                choice={choice}
                onChange={change}
                error={fieldOf(quoted.error, 'payMethod') ?? beyondLimit(choice, quote)}
              />
            )}
          </>
        )}
      </div>
      <SummaryCard
        title="주문 확인"
        rows={summaryRows(plan, price, choice, { till, quote, hasPoints, config })}
        totalLabel={
          <>
            {isBilling ? '오늘 결제 금액' : '결제 금액'}{' '}
            <span className="whitespace-nowrap">(부가세 포함)</span>
          </>
        }
        total={amount ?? catalogAmount - choice.points}
        note={afterwards(till, choice, amount)}
        problem={
          <>
            {isShutOut && <Callout tone="warn">VPN을 끈 뒤 결제해 주세요.</Callout>}
            <CheckoutProblem
              payError={pay.error}
              quoteError={quoted.error}
              isSoldOut={isUnavailable}
              isConsentMissing={consents.isRefused}
              before={quoted.before}
              amount={amount}
            />
          </>
        }
        action={
          <PayButton
            amount={amount}
            points={choice.points}
            isSoldOut={isUnavailable}
            isReady={provider !== undefined && !isShutOut}
            isPending={pay.isPending}
          />
        }
      >
        <OrderConsents consents={consents} />
      </SummaryCard>
    </form>
  )
}
