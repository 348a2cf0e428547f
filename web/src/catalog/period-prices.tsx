import type { Plan } from '../api/types'
import { useContentPage } from '../site'
import { PRODUCTS } from './paths'
import { PriceTable } from './price-table'

/** All periods side by side, for comparing before one chooses. */
export function PeriodPrices({ plan }: { plan: Plan }) {
  const { texts } = useContentPage(PRODUCTS[plan.kind].path.slice(1))
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
