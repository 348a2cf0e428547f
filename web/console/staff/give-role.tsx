import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { put } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { FactList } from '../frame/fact-list'
import { Failure } from '../frame/failure'
import { SelectField } from '../frame/field'
import { isReason, ReasonField } from '../frame/reason-field'
import { WaitsForSecond } from '../frame/waits-for-second'
import { type Person, rolesQuery, useGains } from './queries'

/** Asks a second person to give somebody another role, and says before what that gives and takes. */
export function GiveRole({ person, onClose }: { person: Person; onClose: () => void }) {
  const roles = useQuery(rolesQuery)
  const gains = useGains()
  const [roleId, setRoleId] = useState(String(person.role.id))
  const [reason, setReason] = useState('')
  const give = useMutation({
    mutationFn: () =>
      put(path('/api/v1/console/staff/{id}/role', { id: person.id }), {
        roleId: Number(roleId),
        reason: reason.trim(),
      }),
  })
  const roleOf = (id: number) => roles.data?.items.find((role) => role.id === id)
  const role = roleOf(Number(roleId))
  const isOther = role !== undefined && role.id !== person.role.id
  const difference = isOther ? gains(roleOf(person.role.id), role) : null
  const isReady = isOther && isReason(reason)

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady && !give.isPending) give.mutate()
  }

  const title = `${person.name} 님의 역할`
  if (give.data) return <WaitsForSecond title={title} approval={give.data.approvalId} onClose={onClose} />
  return (
    <Dialog title={title} onClose={onClose}>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
        <SelectField label="역할" value={roleId} onChange={(event) => setRoleId(event.target.value)}>
          {roles.data?.items.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        {difference && (
          <FactList
            facts={[
              { label: '생기는 권한', value: difference.gained },
              { label: '없어지는 권한', value: difference.lost },
            ]}
          />
        )}
        <ReasonField value={reason} onChange={setReason} />
        <p className="text-caption text-ink-2">두 번째 사람이 확인하면 바뀝니다.</p>
        <Failure error={give.error ?? roles.error} />
        <FormButtons isReady={isReady} isPending={give.isPending}>
          변경 요청
        </FormButtons>
      </form>
    </Dialog>
  )
}
