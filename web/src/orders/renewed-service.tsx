import { useSuspenseQuery } from '@tanstack/react-query'
import type { Quote } from '../api/types'
import { plainDay } from '../korean/dates'
import { AddressPlate, lastDay, serviceQuery } from '../services'

/** The service to renew, with its end now and after the renewal. */
export function RenewedService({ id, quote }: { id: number; quote: Quote | undefined }) {
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
