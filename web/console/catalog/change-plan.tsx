import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { post, send } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { PreviewDialog } from '../frame/preview-dialog'
import { PlanFields } from './plan-fields'
import { type PlanForm, type PlanPage, usePlanChanged } from './queries'

const formOf = (plan: PlanPage): PlanForm => ({
  name: plan.name,
  description: plan.description,
  deviceLimit: plan.deviceLimit,
  connections: plan.connections,
  uploadMbit: plan.uploadMbit,
  downloadMbit: plan.downloadMbit,
  position: plan.position,
  rotation: plan.rotation as NonNullable<PlanForm['rotation']> | null,
})

/** Changes what a plan promises. Kind, code and pool stay: what was sold under them goes on. */
export function ChangePlan({ plan, onClose }: { plan: PlanPage; onClose: () => void }) {
  const changed = usePlanChanged()
  const [form, setForm] = useState(() => formOf(plan))
  const [isShown, setShown] = useState(false)
  const isReady = form.name.trim() !== ''

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady) setShown(true)
  }

  if (isShown)
    return (
      <PreviewDialog
        title="상품 바꾸기"
        confirmLabel="바꾸기"
        load={() => post(path('/api/v1/console/plans/{id}/preview', { id: plan.id }), form)}
        confirm={(confirmed) =>
          send('PUT', path('/api/v1/console/plans/{id}', { id: plan.id }), { ...form, ...confirmed })
        }
        onDone={async () => {
          await changed(plan.id)
          showToast('상품을 바꿨습니다.')
          onClose()
        }}
        onClose={() => setShown(false)}
      />
    )

  return (
    <Dialog title="상품 바꾸기" onClose={onClose} wide>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-4">
        <PlanFields kind={plan.kind} form={form} set={(differs) => setForm({ ...form, ...differs })} />
        <FormButtons isReady={isReady}>확인하기</FormButtons>
      </form>
    </Dialog>
  )
}
