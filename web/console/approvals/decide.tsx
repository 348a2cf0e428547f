import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { Button } from '../frame/button'
import { post, send } from '../frame/calls'
import { CancelButton, Dialog, DialogButtons } from '../frame/dialog'
import { Failure } from '../frame/failure'
import { PreviewDialog } from '../frame/preview-dialog'
import { isReason, ReasonField } from '../frame/reason-field'
import type { Approval } from '../frame/types'

type Asking = 'confirm' | 'alone' | 'refuse' | null

/** Confirms, refuses or withdraws a change that waits. What cannot be done says why. */
export function Decide({ approval }: { approval: Approval }) {
  const { id, mine, mayConfirm, mayConfirmAlone, whyNot, preview, label } = approval
  const client = useQueryClient()
  const [asking, setAsking] = useState<Asking>(null)

  async function decided(words: string) {
    setAsking(null)
    showToast(words)
    // Also the session, which counts what waits, and whatever the change has changed.
    await client.invalidateQueries()
  }
  const withdraw = useMutation({
    mutationFn: () => post(path('/api/v1/console/approvals/{id}/withdrawal', { id })),
    onSuccess: () => decided('요청을 거뒀습니다.'),
  })

  return (
    <section aria-label="결정" className="grid gap-3 border-line border-t pt-4">
      {!mayConfirm && !mayConfirmAlone && whyNot && <p className="text-ink-2">{whyNot}</p>}
      {!mayConfirm && mayConfirmAlone && (
        <p className="rounded-control bg-warn-tint px-3 py-2 text-warn">
          확인할 수 있는 다른 사람이 없어 혼자 확인할 수 있습니다. 혼자 확인했다는 사실이 기록에 남고 알림이
          나갑니다.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {mayConfirm && <Button onClick={() => setAsking('confirm')}>확인하고 실행</Button>}
        {!mayConfirm && mayConfirmAlone && (
          <Button onClick={() => setAsking('alone')}>혼자 확인하고 실행</Button>
        )}
        {mayConfirm && (
          <Button kind="danger" onClick={() => setAsking('refuse')}>
            거절
          </Button>
        )}
        {mine && (
          <Button kind="quiet" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
            요청 거두기
          </Button>
        )}
      </div>
      <Failure error={withdraw.error} />
      {(asking === 'confirm' || asking === 'alone') && (
        <PreviewDialog
          title={label}
          confirmLabel="확인하고 실행"
          load={async () => preview}
          asksReason={asking === 'alone'}
          asksCode={asking === 'alone'}
          confirm={({ digest, reason, code }) =>
            send<Approval>('POST', path('/api/v1/console/approvals/{id}/confirmation', { id }), {
              digest,
              ...(asking === 'alone' && { reason, code }),
            })
          }
          onDone={() => decided('확인했습니다. 변경이 실행되었습니다.')}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'refuse' && (
        <Refuse id={id} onDone={() => decided('거절했습니다.')} onClose={() => setAsking(null)} />
      )}
    </section>
  )
}

function Refuse({ id, onDone, onClose }: { id: number; onDone: () => void; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const refuse = useMutation({
    mutationFn: () => post(path('/api/v1/console/approvals/{id}/refusal', { id }), { reason: reason.trim() }),
    onSuccess: onDone,
  })
  return (
    <Dialog title="거절" onClose={onClose}>
      <div className="grid gap-3">
        <p className="text-ink-2">요청한 사람이 이 사유를 봅니다. 아무것도 바뀌지 않습니다.</p>
        <ReasonField value={reason} onChange={setReason} />
        <Failure error={refuse.error} />
        <DialogButtons>
          <CancelButton />
          <Button
            kind="danger"
            disabled={!isReason(reason)}
            loading={refuse.isPending}
            onClick={() => refuse.mutate()}
          >
            거절
          </Button>
        </DialogButtons>
      </div>
    </Dialog>
  )
}
