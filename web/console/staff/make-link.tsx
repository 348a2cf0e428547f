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

/** A link by which somebody sets a password and an authenticator app: mailed the first time, shown if it resets. */
export function MakeLink({ person, onClose }: { person: Person; onClose: () => void }) {
  const { id, name, state } = person
  const [reason, setReason] = useState('')
  const make = useMutation({
    mutationFn: () => post(path('/api/v1/console/staff/{id}/link', { id }), { reason: reason.trim() }),
  })
  const title = state === 'active' ? '로그인 다시 설정하는 링크' : '초대 메일'

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReason(reason) && !make.isPending) make.mutate()
  }

  if (make.data && 'email' in make.data)
    return (
      <Dialog title={title} onClose={onClose}>
        <p>
          {make.data.email}로 초대 메일을 보냈습니다. {dayAndTime(make.data.expiresAt)}까지 한 번 쓸 수
          있습니다.
        </p>
        <DialogButtons>
          <Button onClick={onClose}>확인</Button>
        </DialogButtons>
      </Dialog>
    )
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
            : `${person.email}로 새 초대 메일을 보냅니다. 먼저 보낸 링크는 쓸 수 없게 됩니다. 초대를 확인한 직원만 보낼 수 있습니다.`}
        </p>
        <ReasonField value={reason} onChange={setReason} />
        <Failure error={make.error} />
        <FormButtons isReady={isReason(reason)} isPending={make.isPending}>
          {state === 'active' ? '링크 만들기' : '메일 보내기'}
        </FormButtons>
      </form>
    </Dialog>
  )
}
