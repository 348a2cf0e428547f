import type { UseFormReturn } from 'react-hook-form'
import { ChangeDialog } from '../desk/change-dialog'
import type { Typed, Wish } from '../desk/wish'
import type { OwnFields } from '../desk/wish-form'
import { FigureRows, type Pair, pairsIn } from './figure-rows'
import type { PlanPage } from './queries'

/** What counts now, to begin with. */
function pricesOf(plan: PlanPage): Pair[] {
  const now = (plan.prices ?? []).map(({ months, amount }): Pair => [String(months), String(amount)])
  return now.length > 0 ? now : [['1', '']]
}

const discountsOf = (plan: PlanPage): Pair[] =>
  (plan.versions ?? [])
    .filter(({ state, minQuantity, figure }) => state === 'present' && minQuantity !== null && figure > 0)
    .map(({ minQuantity, figure }) => [String(minQuantity), String(figure)])

/** Only what differs is sent; a discount that is taken out of the list ends. */
function wishOf(plan: PlanPage, { prices, discounts, ...wish }: Wish): Wish {
  const [oldPrices, oldSteps] = [new Map(pairsIn(pricesOf(plan))), new Map(pairsIn(discountsOf(plan)))]
  const steps = new Map(pairsIn(discounts as Pair[]))
  const ended = [...oldSteps.keys()].filter((quantity) => !steps.has(quantity))
  return {
    ...wish,
    prices: pairsIn(prices as Pair[])
      .filter(([months, amount]) => oldPrices.get(months) !== amount)
      .map(([months, amount]) => ({ months, amount })),
    discounts: [
      ...[...steps].filter(([quantity, percent]) => oldSteps.get(quantity) !== percent),
      ...ended.map((quantity): [number, number] => [quantity, 0]),
    ].map(([minQuantity, percent]) => ({ minQuantity, percent })),
  }
}

const rowsOf = (form: UseFormReturn<Typed>, name: string) => ({
  pairs: form.watch(name) as Pair[],
  set: (pairs: Pair[]) => form.setValue(name, pairs, { shouldDirty: true }),
})

const OWN: OwnFields = {
  prices: (form, { name, label }) => (
    <FigureRows {...rowsOf(form, name)} legend={label} labels={['개월', '원']} add="기간 더하기" />
  ),
  discounts: (form, { name, label }) => (
    <FigureRows
      {...rowsOf(form, name)}
      legend={label}
      labels={['몇 개부터', '할인 %']}
      add="할인 더하기"
      isRemovable
    />
  ),
}

/** New prices from a day on, with what they do to whom before they can be begun. */
export function ChangePrices({ plan, onClose }: { plan: PlanPage; onClose: () => void }) {
  return (
    <ChangeDialog
      change="catalog.prices"
      target={plan.id}
      title={`가격 바꾸기: ${plan.name}`}
      confirmLabel="이 가격으로 바꾸기"
      start={{ prices: pricesOf(plan), discounts: discountsOf(plan) }}
      own={OWN}
      sent={(wish) => wishOf(plan, wish)}
      onClose={onClose}
    />
  )
}
