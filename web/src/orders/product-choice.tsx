import { useSuspenseQuery } from '@tanstack/react-query'
import type { Plan, PlanPrice, Quote } from '../api/types'
import {
  type Choice,
  inOneLine,
  maxQuantity,
  PeriodChoice,
  PlanChoice,
  QuantityChoice,
  useOpenOrders,
} from '../catalog'
import type { Till } from '../catalog/paths'
import { lastDay, plainDay } from '../korean/dates'
import { AddressPlate, serviceQuery } from '../services'
import { PaymentTypeLinks } from './payment-type-links'

interface ProductChoiceProps {
  till: Till
  plans: Plan[]
  plan: Plan
  price: PlanPrice
  choice: Choice
  quote: Quote | undefined
  onChange: (change: Partial<Choice>) => void
}

/** What was chosen, in one line that unfolds to change it. A renewal asks for its period, which nobody has chosen yet. */
export function ProductChoice({ till, plans, plan, price, choice, quote, onChange }: ProductChoiceProps) {
  const hasPaidBefore = useOpenOrders()?.hasPaidBefore
  const periods = (
    <PeriodChoice plan={plan} value={price.months} onChange={(months) => onChange({ months })} />
  )
  if (choice.serviceId)
    return (
      <>
        <RenewedService id={choice.serviceId} quote={quote} />
        {periods}
      </>
    )
  return (
    <section aria-label="선택한 상품">
      <details className="group rounded-card border border-line">
        <summary className="flex min-h-14 items-center justify-between gap-4 rounded-card px-5 py-3">
          <span className="font-semibold">{inOneLine(plan, price.months, choice.quantity)}</span>
          <span className="shrink-0 font-medium text-ink-2 text-small underline decoration-line underline-offset-4">
            <span className="group-open:hidden">변경</span>
            <span className="hidden group-open:inline">접기</span>
          </span>
        </summary>
        <div className="grid gap-8 border-line border-t p-5">
          {till.kind !== 'ticket' && <PaymentTypeLinks till={till} choice={choice} />}
          <PlanChoice plans={plans} value={plan.id} onChange={(planId) => onChange({ planId })} />
          {periods}
          <QuantityChoice
            plan={plan}
            max={maxQuantity(plan, hasPaidBefore)}
            value={choice.quantity}
            onChange={(quantity) => onChange({ quantity })}
          />
        </div>
      </details>
    </section>
  )
}

/** The service to renew, with its end now and after the renewal. */
function RenewedService({ id, quote }: { id: number; quote: Quote | undefined }) {
  const { data: service } = useSuspenseQuery(serviceQuery(id))
  return (
    <section aria-label="연장할 상품" className="grid gap-3">
      <AddressPlate service={service} label={service.planName} />
      <p className="figures text-ink-2 text-small">
        {service.state === 'expired'
          ? `이용 기간이 ${lastDay(service.endsAt)}에 끝났습니다.`
          : `지금은 ${lastDay(service.endsAt)}까지입니다.`}
        {quote && (
          <>
            {' '}
            연장하면 <strong className="text-ink">{plainDay(quote.periodUntil)}까지</strong>{' '}
            {service.address ? '같은 IP를 ' : ''}이용합니다.
          </>
        )}
      </p>
    </section>
  )
}
