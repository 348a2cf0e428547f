import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { send } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { Failure } from '../frame/failure'
import { isReason, ReasonField } from '../frame/reason-field'
import type { Asked } from '../frame/types'
import { WaitsForSecond } from '../frame/waits-for-second'
import { OnceCode } from './once-code'
import { type Code, type Gateway, useGatewaysChanged } from './queries'

const TITLE = '등록 코드 만들기'

/** A code for a host that takes the gateway over, or enrols for the first time. */
export function NewCode({ gateway, onClose }: { gateway: Gateway; onClose: () => void }) {
  const changed = useGatewaysChanged()
  const [reason, setReason] = useState('')
  const make = useMutation({
    mutationFn: () =>
      send<Code | Asked>('POST', path('/api/v1/console/gateways/{id}/code', { id: gateway.id }), {
        reason: reason.trim(),
      }),
    onSuccess: changed,
  })

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReason(reason) && !make.isPending) make.mutate()
  }

  const made = make.data?.data
  if (made && 'approvalId' in made)
    return (
      <WaitsForSecond title={TITLE} approval={made.approvalId} onClose={onClose}>
        확인되면 한 시간 안에 여기에서 코드를 만들 수 있습니다.
      </WaitsForSecond>
    )
  if (made) return <OnceCode code={made} onClose={onClose} />
  return (
    <Dialog title={TITLE} onClose={onClose}>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
        <p className="text-ink-2">
          호스트 한 대가 한 시간 안에 한 번 쓸 수 있습니다. 먼저 만든 코드는 쓸 수 없게 되고, 새 호스트가 쓰는
          순간 지금 호스트의 접속 권한이 끝납니다. 작동 중인 게이트웨이는 다른 사람이 확인해야 합니다.
        </p>
        <ReasonField value={reason} onChange={setReason} />
        <Failure error={make.error} />
        <FormButtons isReady={isReason(reason)} isPending={make.isPending}>
          코드 만들기
        </FormButtons>
      </form>
    </Dialog>
  )
}
