import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { Button } from '../frame/button'
import { post, put } from '../frame/calls'
import { CancelButton, Dialog, DialogButtons } from '../frame/dialog'
import { FactList } from '../frame/fact-list'
import { Failure } from '../frame/failure'
import { Check, TextField } from '../frame/field'
import { isReason, ReasonField } from '../frame/reason-field'
import { WaitsForSecond } from '../frame/waits-for-second'
import { grouped } from './matrix'
import { type Permission, type Role, rolesQuery, useGains } from './queries'

interface RoleFormProps {
  /** `undefined` for a new one. */
  role: Role | undefined
  permissions: Permission[]
  onClose: () => void
}

/** A role's name and permissions. A second person confirms what it gives and takes; removing an unused one needs none. */
export function RoleForm({ role, permissions, onClose }: RoleFormProps) {
  const client = useQueryClient()
  const gains = useGains()
  const [name, setName] = useState(role?.name ?? '')
  const [chosen, setChosen] = useState<ReadonlySet<Permission['name']>>(
    () => new Set(permissions.filter((one) => role?.permissions.includes(one.name)).map((one) => one.name)),
  )
  const [reason, setReason] = useState('')
  const written = { name: name.trim(), permissions: [...chosen], reason: reason.trim() }
  const save = useMutation({
    mutationFn: () =>
      role
        ? put(path('/api/v1/console/roles/{id}', { id: role.id }), written)
        : post('/api/v1/console/roles', written),
  })
  const drop = useMutation({
    mutationFn: (id: number) =>
      post(path('/api/v1/console/roles/{id}/removal', { id }), { reason: reason.trim() }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: rolesQuery.queryKey })
      showToast('역할을 지웠습니다.')
      onClose()
    },
  })
  const difference = gains(role, { isOwner: false, permissions: [...chosen] })
  const isChanged = name.trim() !== role?.name || difference.gained !== '없음' || difference.lost !== '없음'
  const isReady = name.trim() !== '' && isChanged && isReason(reason)

  function toggle(permission: Permission['name'], isOn: boolean) {
    const next = new Set(chosen)
    if (isOn) next.add(permission)
    else next.delete(permission)
    setChosen(next)
  }

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady && !save.isPending) save.mutate()
  }

  const title = role ? `‘${role.name}’ 역할` : '역할 만들기'
  if (save.data) return <WaitsForSecond title={title} approval={save.data.approvalId} onClose={onClose} />
  return (
    <Dialog title={title} onClose={onClose} wide>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-4">
        <TextField
          label="이름"
          maxLength={40}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          {grouped(permissions).map(([group, items]) => (
            <fieldset key={group}>
              <legend className="font-semibold text-caption">{group}</legend>
              {items.map((one) => (
                <Check
                  key={one.name}
                  label={one.label}
                  checked={chosen.has(one.name)}
                  onChange={(event) => toggle(one.name, event.target.checked)}
                />
              ))}
            </fieldset>
          ))}
        </div>
        <FactList
          facts={[
            { label: '생기는 권한', value: difference.gained },
            { label: '없어지는 권한', value: difference.lost },
            role !== undefined && { label: '해당 직원', value: `${role.staff}명` },
          ]}
        />
        <ReasonField value={reason} onChange={setReason} />
        <Failure error={save.error ?? drop.error} />
        <DialogButtons>
          {role && !role.isBuiltIn && (
            <Button
              kind="danger"
              disabled={role.staff > 0 || !isReason(reason)}
              title={role.staff > 0 ? '이 역할인 직원이 있어 지울 수 없습니다.' : undefined}
              loading={drop.isPending}
              onClick={() => drop.mutate(role.id)}
            >
              역할 지우기
            </Button>
          )}
          <CancelButton />
          <Button type="submit" disabled={!isReady} loading={save.isPending}>
            {role ? '변경 요청' : '만들기 요청'}
          </Button>
        </DialogButtons>
        {role && !role.isBuiltIn && role.staff > 0 && (
          <p className="text-right text-caption text-ink-2">이 역할인 직원이 있어 지울 수 없습니다.</p>
        )}
      </form>
    </Dialog>
  )
}
