import type { UseFormReturn } from 'react-hook-form'
import { ChangeDialog } from '../desk/change-dialog'
import type { Typed } from '../desk/wish'
import { Check } from '../frame/field'
import { grouped } from './matrix'
import type { Permission, Role } from './queries'

interface RoleFormProps {
  /** `undefined` for a new one. */
  role: Role | undefined
  permissions: Permission[]
  onClose: () => void
}

/** A role's name and permissions. A second person confirms what it gives and takes. */
export function RoleForm({ role, permissions, onClose }: RoleFormProps) {
  const own = {
    permissions: (form: UseFormReturn<Typed>) => <Choice form={form} permissions={permissions} />,
  }
  if (role === undefined)
    return <ChangeDialog change="roles.make" target={null} title="역할 만들기" own={own} onClose={onClose} />
  const has = permissions.map(({ name }) => name).filter((name) => role.permissions.includes(name))
  return (
    <ChangeDialog
      change="roles.change"
      target={role.id}
      title={`‘${role.name}’ 역할`}
      initial={{ name: role.name, permissions: has }}
      own={own}
      onClose={onClose}
    />
  )
}

/** Ticks by groups; what is chosen stays in the order of all permissions. */
function Choice({ form, permissions }: { form: UseFormReturn<Typed>; permissions: Permission[] }) {
  const chosen = new Set((form.watch('permissions') || []) as string[])

  function toggle(name: string, isOn: boolean) {
    if (isOn) chosen.add(name)
    else chosen.delete(name)
    form.setValue(
      'permissions',
      permissions.map((one) => one.name).filter((one) => chosen.has(one)),
    )
  }

  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {grouped(permissions).map(([group, items]) => (
        <fieldset key={group}>
          <legend className="font-semibold text-caption">{group}</legend>
          {items.map(({ name, label }) => (
            <Check
              key={name}
              label={label}
              checked={chosen.has(name)}
              onChange={(event) => toggle(name, event.target.checked)}
            />
          ))}
        </fieldset>
      ))}
    </div>
  )
}
