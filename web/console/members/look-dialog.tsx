import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { post } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { Failure } from '../frame/failure'
import { isReason, ReasonField } from '../frame/reason-field'
import type { Member } from './queries'
import { nameOf } from './words'

/** Shows the shop as the member sees it, to whoever says why. The shop's own bar ends it and leads back here. */
export function LookDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const [reason, setReason] = useState('')
  const look = useMutation({
    mutationFn: () =>
      post(path('/api/v1/console/members/{id}/look', { id: member.id }), { reason: reason.trim() }),
    onSuccess: () => window.location.assign('/mypage'),
  })

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReason(reason) && !look.isPending) look.mutate()
  }

  return (
    <Dialog title={`${nameOf(member)} 화면으로 보기`} onClose={onClose}>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
        <p className="text-ink-2">
          30분 동안 이 브라우저에서 회원이 보는 쇼핑몰 화면을 봅니다. 바꾸거나 결제할 수 없고 키와 코드는
          보이지 않습니다. 화면을 확인했다는 내역은 회원에게도 보입니다.
        </p>
        <ReasonField value={reason} onChange={setReason} />
        <Failure error={look.error} />
        <FormButtons isReady={isReason(reason)} isPending={look.isPending || look.isSuccess}>
          화면 보기
        </FormButtons>
      </form>
    </Dialog>
  )
}
