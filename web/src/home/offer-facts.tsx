import type { Plan, SiteConfig } from '../api/types'
import { figures, won } from '../korean/money'
import { Icon } from '../ui/icon'

interface OfferFactsProps {
  plans: Plan[]
  config: SiteConfig
  /** The operator's words for what is not charged; left out if there are none. */
  noSetupFee: string | undefined
}

/** What somebody wants to know before the button: savings, refund, no fee, and how many addresses are free now. */
export function OfferFacts({ plans, config, noSetupFee }: OfferFactsProps) {
  const prices = plans.flatMap((plan) => plan.prices)
  const best = prices.reduce((most, price) => (price.saving > most.saving ? price : most), {
    months: 0,
    saving: 0,
  })
  const free = plans.reduce((sum, { stock }) => sum + (stock ?? 0), 0)
  // The server counts a plan's stock no further than a thousand, or little more.
  const isMore = plans.some(({ stock }) => (stock ?? 0) >= 1000)
  const facts = [
    free > 0 && `지금 바로 받을 수 있는 IP ${figures(free)}개${isMore ? ' 이상' : ''}`,
    best.saving > 0 && `${best.months}개월 결제하면 ${won(best.saving)} 절약`,
    noSetupFee,
    config.refundRuleInShort,
  ]
  return (
    <ul className="figures mt-6 grid gap-x-6 gap-y-1.5 text-small sm:grid-cols-[auto_1fr]">
      {facts.filter(Boolean).map((fact) => (
        <li key={String(fact)} className="flex items-start gap-2 last:sm:col-span-2">
          <Icon name="check" className="mt-1 size-4 shrink-0 text-accent" />
          {fact}
        </li>
      ))}
    </ul>
  )
}
