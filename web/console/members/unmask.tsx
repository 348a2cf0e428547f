import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { Button } from '../frame/button'
import { post } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { Failure } from '../frame/failure'
import { isReason, ReasonField } from '../frame/reason-field'
import { type Unmasked, useMembersChanged } from './queries'

interface UnmaskProps {
  id: number
  whyNot: string | null
  unmasked: Unmasked | null
  onChange: (unmasked: Unmasked | null) => void
}

/** Shows name, mail and number for this view, to whoever says why. What was shown is kept nowhere but on the screen. */
export function Unmask({ id, whyNot, unmasked, onChange }: UnmaskProps) {
  const [isAsking, setAsking] = useState(false)
  if (unmasked)
    return (
      <div>
        <Button kind="quiet" onClick={() => onChange(null)}>
          다시 가리기
        </Button>
      </div>
    )
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button kind="quiet" disabled={whyNot !== null} onClick={() => setAsking(true)}>
        가린 정보 보기
      </Button>
      {whyNot && <span className="text-caption text-ink-2">{whyNot}</span>}
      {isAsking && (
        <AskWhy
          id={id}
          onShown={(shown) => {
            setAsking(false)
            onChange(shown)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

function AskWhy({
  id,
  onShown,
  onClose,
}: {
  id: number
  onShown: (unmasked: Unmasked) => void
  onClose: () => void
}) {
  const changed = useMembersChanged()
  const [reason, setReason] = useState('')
  const look = useMutation({
    mutationFn: () => post(path('/api/v1/console/members/{id}/unmask', { id }), { reason: reason.trim() }),
    gcTime: 0,
    onSuccess: (shown) => {
      onShown(shown)
      changed()
    },
  })

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReason(reason) && !look.isPending) look.mutate()
  }

  return (
    <Dialog title="가린 정보 보기" onClose={onClose}>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
        <p className="text-ink-2">
          이름, 이메일, 휴대폰 번호를 이 화면을 떠날 때까지 보여 드립니다. 누가 왜 보았는지 기록에 남습니다.
        </p>
        <ReasonField value={reason} onChange={setReason} />
        <Failure error={look.error} />
        <FormButtons isReady={isReason(reason)} isPending={look.isPending}>
          보기
        </FormButtons>
      </form>
    </Dialog>
  )
}
