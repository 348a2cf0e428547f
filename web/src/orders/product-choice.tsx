import { useSuspenseQuery } from '@tanstack/react-query'
import type { Plan, PlanPrice, Quote } from '../api/types'
import { type Choice, PeriodChoice, PlanChoice, QuantityChoice } from '../catalog'
import type { Till } from '../catalog/paths'
import { plainDay } from '../korean/dates'
import { AddressPlate, lastDay, serviceQuery } from '../services'
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

/** Chooses plan, period and quantity; for a renewal, only the period. */
export function ProductChoice({ till, plans, plan, price, choice, quote, onChange }: ProductChoiceProps) {
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
    <>
      {till.kind !== 'ticket' && <PaymentTypeLinks till={till} choice={choice} />}
      <PlanChoice plans={plans} value={plan.id} onChange={(planId) => onChange({ planId })} />
      {periods}
      <QuantityChoice plan={plan} value={choice.quantity} onChange={(quantity) => onChange({ quantity })} />
    </>
  )
}

/** The service to renew, with its end now and after the renewal. */
function RenewedService({ id, quote }: { id: number; quote: Quote | undefined }) {
  const { data: service } = useSuspenseQuery(serviceQuery(id))
  return (
    <section aria-label="연장할 상품" className="grid gap-3">
      <AddressPlate service={service} label={service.planName} />
      <p className="figures text-ink-2 text-small">
        지금은 {lastDay(service.endsAt)}까지입니다.
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
