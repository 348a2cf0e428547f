import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { dayAndTime } from '../../src/korean/dates'
import { Button } from '../frame/button'
import { post } from '../frame/calls'
import { Dialog, DialogButtons, FormButtons } from '../frame/dialog'
import { Failure } from '../frame/failure'
import { OnceLink } from '../frame/once-link'
import { isReason, ReasonField } from '../frame/reason-field'
import type { Person } from './queries'

/** A link by which somebody chooses a password and connects an authenticator app: the first time, or anew. */
export function MakeLink({ person, onClose }: { person: Person; onClose: () => void }) {
  const { id, name, state } = person
  const [reason, setReason] = useState('')
  const make = useMutation({
    mutationFn: () => post(path('/api/v1/console/staff/{id}/link', { id }), { reason: reason.trim() }),
  })
  const title = state === 'active' ? '로그인 다시 설정하는 링크' : '초대 링크'

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReason(reason) && !make.isPending) make.mutate()
  }

  if (make.data)
    return (
      <Dialog title={title} onClose={onClose}>
        <OnceLink url={make.data.url} />
        <p className="figures mt-3 text-ink-2">
          {dayAndTime(make.data.expiresAt)}까지 한 번 쓸 수 있습니다. 먼저 연 사람이 비밀번호를 정하므로{' '}
          {name} 님에게만 전해 주세요.
        </p>
        <DialogButtons>
          <Button onClick={onClose}>확인</Button>
        </DialogButtons>
      </Dialog>
    )
  return (
    <Dialog title={title} onClose={onClose}>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
        <p className="text-ink-2">
          {state === 'active'
            ? `${name} 님이 이 링크로 비밀번호와 인증 앱을 다시 설정합니다. 그때 모든 기기에서 로그아웃되고, 이전 비밀번호와 인증 앱은 쓸 수 없게 됩니다.`
            : `${name} 님이 이 링크로 비밀번호와 인증 앱을 설정합니다. 먼저 만든 링크는 쓸 수 없게 됩니다.`}
        </p>
        <ReasonField value={reason} onChange={setReason} />
        <Failure error={make.error} />
        <FormButtons isReady={isReason(reason)} isPending={make.isPending}>
          링크 만들기
        </FormButtons>
      </form>
    </Dialog>
  )
}
