import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { post } from '../frame/calls'
import { PreviewDialog } from '../frame/preview-dialog'
import { type PlanPage, usePlanChanged } from './queries'

interface WithdrawPricesProps {
  plan: PlanPage
  /** When they were to begin. */
  since: string
  onClose: () => void
}

/** Withdraws the prices and discounts of one coming moment, with what the plan costs instead. */
export function WithdrawPrices({ plan, since, onClose }: WithdrawPricesProps) {
  const changed = usePlanChanged()
  const call = { id: plan.id }
  return (
    <PreviewDialog
      title="예정 가격 취소"
      confirmLabel="예정 가격 취소"
      load={() => post(path('/api/v1/console/plans/{id}/prices/withdrawal/preview', call), { since })}
      confirm={async (confirmed) => {
        const data = await post(path('/api/v1/console/plans/{id}/prices/withdrawal', call), {
          since,
          ...confirmed,
        })
        return { status: data.approvalId === null ? 201 : 202, data }
      }}
      onDone={async () => {
        await changed(plan.id)
        showToast('예정 가격을 취소했습니다.')
        onClose()
      }}
      onClose={onClose}
    />
  )
}
