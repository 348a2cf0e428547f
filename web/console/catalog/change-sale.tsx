import { useState } from 'react'
import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { Button } from '../frame/button'
import { post, send } from '../frame/calls'
import { CancelButton, Dialog, DialogButtons } from '../frame/dialog'
import { SelectField } from '../frame/field'
import { PreviewDialog } from '../frame/preview-dialog'
import { type PlanPage, usePlanChanged } from './queries'

type Sale = PlanPage['state']

/** Begins or ends the sale of a plan, or shows it as sold out. */
export function ChangeSale({ plan, onClose }: { plan: PlanPage; onClose: () => void }) {
  const changed = usePlanChanged()
  const [state, setState] = useState<Sale>(plan.state === 'visible' ? 'hidden' : 'visible')
  const [isShown, setShown] = useState(false)
  if (isShown)
    return (
      <PreviewDialog
        title="판매 상태 바꾸기"
        confirmLabel="바꾸기"
        load={() => post(path('/api/v1/console/plans/{id}/state/preview', { id: plan.id }), { state })}
        confirm={(confirmed) =>
          send('PUT', path('/api/v1/console/plans/{id}/state', { id: plan.id }), { state, ...confirmed })
        }
        onDone={async () => {
          await changed(plan.id)
          showToast('판매 상태를 바꿨습니다.')
          onClose()
        }}
        onClose={() => setShown(false)}
      />
    )
  return (
    <Dialog title="판매 상태 바꾸기" onClose={onClose}>
      <div className="grid gap-4">
        <SelectField label="판매" value={state} onChange={({ target }) => setState(target.value as Sale)}>
          <option value="visible">판매</option>
          <option value="sold_out">품절로 보이기</option>
          <option value="hidden">숨기기</option>
        </SelectField>
        <DialogButtons>
          <CancelButton />
          <Button disabled={state === plan.state} onClick={() => setShown(true)}>
            확인하기
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}
