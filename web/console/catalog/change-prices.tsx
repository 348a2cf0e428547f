import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { post } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { TextField } from '../frame/field'
import { PreviewDialog } from '../frame/preview-dialog'
import { FigureRows, type Pair, pairsIn } from './figure-rows'
import { type PlanPage, type PricesForm, usePlanChanged } from './queries'

/** What counts now, to begin with. */
const pricesOf = (plan: PlanPage): Pair[] =>
  (plan.prices ?? []).map(({ months, amount }) => [String(months), String(amount)])

const discountsOf = (plan: PlanPage): Pair[] =>
  (plan.versions ?? [])
    .filter(({ state, minQuantity, figure }) => state === 'present' && minQuantity !== null && figure > 0)
    .map(({ minQuantity, figure }) => [String(minQuantity), String(figure)])

/** Only what differs is sent; a discount that is taken out of the list ends. */
function formOf(plan: PlanPage, day: string, prices: Pair[], discounts: Pair[]): PricesForm {
  const [oldPrices, oldSteps] = [new Map(pairsIn(pricesOf(plan))), new Map(pairsIn(discountsOf(plan)))]
  const steps = new Map(pairsIn(discounts))
  const ended = [...oldSteps.keys()].filter((quantity) => !steps.has(quantity))
  return {
    day: day || null,
    prices: pairsIn(prices)
      .filter(([months, amount]) => oldPrices.get(months) !== amount)
      .map(([months, amount]) => ({ months, amount })),
    discounts: [
      ...[...steps].filter(([quantity, percent]) => oldSteps.get(quantity) !== percent),
      ...ended.map((quantity): [number, number] => [quantity, 0]),
    ].map(([minQuantity, percent]) => ({ minQuantity, percent })),
  }
}

/** New prices from a day on, with what they do to whom before they can be begun. */
export function ChangePrices({ plan, onClose }: { plan: PlanPage; onClose: () => void }) {
  const changed = usePlanChanged()
  const [day, setDay] = useState('')
  const [prices, setPrices] = useState<Pair[]>(() => {
    const now = pricesOf(plan)
    return now.length > 0 ? now : [['1', '']]
  })
  const [discounts, setDiscounts] = useState<Pair[]>(() => discountsOf(plan))
  const [isShown, setShown] = useState(false)
  const form = formOf(plan, day, prices, discounts)
  const isReady = (form.prices?.length ?? 0) + (form.discounts?.length ?? 0) > 0
  const call = { id: plan.id }

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady) setShown(true)
  }

  if (isShown)
    return (
      <PreviewDialog
        title="가격 바꾸기"
        confirmLabel="이 가격으로 바꾸기"
        load={() => post(path('/api/v1/console/plans/{id}/prices/preview', call), form)}
        confirm={async (confirmed) => {
          const data = await post(path('/api/v1/console/plans/{id}/prices', call), { ...form, ...confirmed })
          return { status: data.approvalId === null ? 201 : 202, data }
        }}
        onDone={async () => {
          await changed(plan.id)
          showToast('가격을 정했습니다.')
          onClose()
        }}
        onClose={() => setShown(false)}
      />
    )

  return (
    <Dialog title={`가격 바꾸기: ${plan.name}`} onClose={onClose} wide>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-5">
        <TextField
          label="시작하는 날"
          optional
          type="date"
          help="비우면 지금부터, 날을 적으면 그날 0시(한국 시각)부터 새 가격입니다. 예정 가격이 있는 날이면 그 가격을 바꿉니다."
          value={day}
          onChange={({ target }) => setDay(target.value)}
          className="max-w-60"
        />
        <FigureRows
          legend={
            plan.kind === 'ticket' ? '가격 (유효 기간과 원, 부가세 포함)' : '가격 (개월과 원, 부가세 포함)'
          }
          labels={['개월', '원']}
          pairs={prices}
          set={setPrices}
          add="기간 더하기"
        />
        <FigureRows
          legend="여러 개를 살 때의 할인"
          labels={['몇 개부터', '할인 %']}
          pairs={discounts}
          set={setDiscounts}
          add="할인 더하기"
          isRemovable
        />
        <FormButtons isReady={isReady}>누구에게 어떻게 바뀌는지 보기</FormButtons>
      </form>
    </Dialog>
  )
}
