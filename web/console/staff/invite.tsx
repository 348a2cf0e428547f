import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { post } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { FactList } from '../frame/fact-list'
import { Failure } from '../frame/failure'
import { SelectField, TextField } from '../frame/field'
import { isReason, ReasonField } from '../frame/reason-field'
import { WaitsForSecond } from '../frame/waits-for-second'
import { rolesQuery, useGains } from './queries'

/** Asks a second person to let somebody in. Once confirmed, the link is mailed to them. */
export function Invite({ onClose }: { onClose: () => void }) {
  const roles = useQuery(rolesQuery)
  const gains = useGains()
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [roleId, setRoleId] = useState('')
  const [reason, setReason] = useState('')
  const invite = useMutation({
    mutationFn: () =>
      post('/api/v1/console/staff', {
        name: name.trim(),
        email: email.trim(),
        roleId: Number(roleId),
        reason: reason.trim(),
      }),
  })
  const role = roles.data?.items.find(({ id }) => String(id) === roleId)
  const isReady = name.trim() !== '' && email.includes('@') && role !== undefined && isReason(reason)

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady && !invite.isPending) invite.mutate()
  }

  if (invite.data)
    return (
      <WaitsForSecond title="직원 초대" approval={invite.data.approvalId} onClose={onClose}>
        확인되면 {email.trim()}로 초대 메일이 갑니다. 하루 안에 링크를 열어야 합니다.
      </WaitsForSecond>
    )
  return (
    <Dialog title="직원 초대" onClose={onClose}>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
        <TextField
          label="이름"
          maxLength={40}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="이메일"
          type="email"
          help="이 주소로 초대 메일을 보내고, 이 주소로 로그인합니다."
          autoCapitalize="none"
          spellCheck={false}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <SelectField label="역할" value={roleId} onChange={(event) => setRoleId(event.target.value)}>
          <option value="">고르기</option>
          {roles.data?.items.map(({ id, name: roleName }) => (
            <option key={id} value={id}>
              {roleName}
            </option>
          ))}
        </SelectField>
        {role && (
          <FactList
            facts={[
              { label: '할 수 있는 일', value: role.isOwner ? '모든 일' : gains(undefined, role).gained },
            ]}
          />
        )}
        <ReasonField value={reason} onChange={setReason} />
        <p className="text-caption text-ink-2">두 번째 사람이 확인하면 초대됩니다.</p>
        <Failure error={invite.error ?? roles.error} />
        <FormButtons isReady={isReady} isPending={invite.isPending}>
          초대 요청
        </FormButtons>
      </form>
    </Dialog>
  )
}
