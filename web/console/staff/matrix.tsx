import { Check } from 'lucide-react'
import { Fragment } from 'react'
import { Button } from '../frame/button'
import type { Permission, Role } from './queries'

interface MatrixProps {
  roles: Role[]
  permissions: Permission[]
  onEdit?: ((id: number) => void) | undefined
  onDelete?: ((role: Role) => void) | undefined
}

/** The permissions in the server's order and groups; those of one group need not stand together there. */
export function grouped(permissions: Permission[]): [group: string, permissions: Permission[]][] {
  const groups = [...new Set(permissions.map(({ group }) => group))]
  return groups.map((group) => [group, permissions.filter((one) => one.group === group)])
}

/** A table of permissions by roles. */
export function Matrix({ roles, permissions, onEdit, onDelete }: MatrixProps) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: many roles scroll, and the keyboard must reach them
      tabIndex={0}
      aria-label="역할과 권한 표"
      className="relative overflow-auto rounded-card border border-line"
    >
      <table className="w-full border-collapse text-small">
        <thead className="bg-surface">
          <tr>
            <th
              scope="col"
              className="sticky left-0 min-w-36 bg-surface px-3 py-2 text-left font-medium text-caption text-ink-2"
            >
              권한
            </th>
            {roles.map((role) => (
              <th
                key={role.id}
                scope="col"
                className="min-w-20 px-3 py-2 align-top font-semibold sm:min-w-28"
              >
                <span className="block">{role.name}</span>
                <span className="figures block font-normal text-caption text-ink-2">{role.staff}명</span>
                {onEdit && !role.isOwner && (
                  <Button kind="text" aria-label={`${role.name} 역할 바꾸기`} onClick={() => onEdit(role.id)}>
                    바꾸기
                  </Button>
                )}
                {onDelete && !role.isBuiltIn && (
                  <Button
                    kind="text"
                    aria-label={`${role.name} 역할 지우기`}
                    disabled={role.staff > 0}
                    title={role.staff > 0 ? '이 역할인 직원이 있어 지울 수 없습니다.' : undefined}
                    onClick={() => onDelete(role)}
                  >
                    지우기
                  </Button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grouped(permissions).map(([group, items]) => (
            <Fragment key={group}>
              <tr className="border-line border-t bg-surface/60">
                <th
                  scope="rowgroup"
                  colSpan={roles.length + 1}
                  className="px-3 py-1.5 text-left font-semibold text-caption"
                >
                  {group}
                </th>
              </tr>
              {items.map(({ name, label }) => (
                <tr key={name} className="h-9 border-line border-t hover:bg-surface">
                  <th scope="row" className="sticky left-0 bg-paper px-3 text-left font-normal">
                    {label}
                  </th>
                  {roles.map((role) => (
                    <td key={role.id} className="px-3 text-center">
                      {role.isOwner || role.permissions.includes(name) ? (
                        <>
                          <Check aria-hidden="true" className="mx-auto size-4 text-ok" strokeWidth={2.25} />
                          <span className="sr-only">가능</span>
                        </>
                      ) : (
                        <span className="text-ink-3">
                          <span aria-hidden="true">–</span>
                          <span className="sr-only">불가</span>
                        </span>
                      )}
                    </td>
                  ))}
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  )
}
