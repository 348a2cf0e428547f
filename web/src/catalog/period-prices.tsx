import type { Plan } from '../api/types'
import { useWritten } from '../site'
import { PRODUCTS } from './paths'
import { PriceTable } from './price-table'

/** Every period side by side, for whoever compares before choosing. */
export function PeriodPrices({ plan }: { plan: Plan }) {
  const { texts } = useWritten(PRODUCTS[plan.kind].path.slice(1))
  if (!texts.pricesTitle) return null
  return (
    <section>
      <h2 className="text-title-s">{texts.pricesTitle}</h2>
      {texts.pricesLead && <p className="mt-1 text-ink-2 text-small">{texts.pricesLead}</p>}
      <div className="mt-4">
        <PriceTable plan={plan} />
      </div>
    </section>
  )
}
