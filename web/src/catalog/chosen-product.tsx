import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../api/queries'
import { won } from '../korean/money'
import { estimate, priceOfPeriod } from './amounts'
import { choiceIn } from './choice'
import { plansApi, purchaseAt } from './paths'
import { inOneLine } from './words'

/**
 * What somebody chose who has to log in or sign up before they can pay, with its full price. Draws nothing if the address
 * to go on to is no checkout, or if what it names is no longer sold: the checkout itself says so.
 */
export function ChosenProduct({ back }: { back: string }) {
  const purchase = purchaseAt(back)
  const { data: plans = [] } = useQuery({
    ...apiQuery(plansApi(purchase?.till.kind ?? 'static')),
    enabled: purchase !== null,
  })
  const choice = purchase && choiceIn(purchase.query, plans)
  const plan = plans.find(({ id }) => id === choice?.planId)
  const price = plan && choice && priceOfPeriod(plan, choice.months)
  if (!price) return null
  return (
    <p className="figures rounded-card border border-line px-5 py-4">
      <span className="block text-caption text-ink-2">선택한 상품</span>
      <span className="font-semibold">
        {inOneLine(plan, choice.months, choice.quantity)} ·{' '}
        {won(estimate(plan, price, choice.quantity).amount)}
      </span>{' '}
      <span className="whitespace-nowrap text-caption text-ink-2">부가세 포함</span>
    </p>
  )
}
