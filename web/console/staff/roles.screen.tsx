import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChangeDialog } from '../desk/change-dialog'
import { Button } from '../frame/button'
import { Ready } from '../frame/part'
import { ScreenHead } from '../frame/screen-head'
import { useMay } from '../frame/session'
import { useListAddress } from '../frame/use-list-address'
import { Matrix } from './matrix'
import { permissionsQuery, type Role, rolesQuery } from './queries'
import { RoleForm } from './role-form'

/** What each role may do, side by side. */
export function Component() {
  const { query, set } = useListAddress()
  const may = useMay()
  const roles = useQuery(rolesQuery)
  const permissions = useQuery(permissionsQuery)
  const edited = query.get('role')
  const [deleted, setDeleted] = useState<Role | null>(null)
  const role = roles.data?.items.find(({ id }) => String(id) === edited)
  const mayChange = may('roles.change')
  return (
    <>
      <ScreenHead title="역할과 권한">
        {mayChange && <Button onClick={() => set({ role: 'new' })}>역할 만들기</Button>}
      </ScreenHead>
      <Ready query={roles} shape="h-100">
        {(all) => (
          <Ready query={permissions} shape="h-100">
            {({ items }) => (
              <>
                <Matrix
                  roles={all.items}
                  permissions={items}
                  onEdit={mayChange ? (id) => set({ role: String(id) }) : undefined}
                  onDelete={mayChange ? setDeleted : undefined}
                />
                {deleted && (
                  <ChangeDialog
                    change="roles.delete"
                    target={deleted.id}
                    title={`‘${deleted.name}’ 역할 지우기`}
                    onClose={() => setDeleted(null)}
                  />
                )}
                {mayChange && edited && (edited === 'new' || role) && (
                  <RoleForm
                    key={edited}
                    role={role}
                    permissions={items}
                    onClose={() => set({ role: null })}
                  />
                )}
              </>
            )}
          </Ready>
        )}
      </Ready>
    </>
  )
}
