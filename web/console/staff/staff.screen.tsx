import { useQuery } from '@tanstack/react-query'
import { ChangeDialog } from '../desk/change-dialog'
import { Button } from '../frame/button'
import type { Column } from '../frame/column'
import { DataTable } from '../frame/data-table'
import { TextField } from '../frame/field'
import { Part, Ready } from '../frame/part'
import { ScreenHead } from '../frame/screen-head'
import { useMay } from '../frame/session'
import { Sheet } from '../frame/sheet'
import { State } from '../frame/state'
import { useListAddress } from '../frame/use-list-address'
import { When } from '../frame/when'
import { Networks } from './networks'
import { PersonSheet } from './person-sheet'
import { type Person, staffQuery } from './queries'

const COLUMNS: Column<Person>[] = [
  { key: 'name', label: '이름', cell: ({ name }) => name },
  { key: 'email', label: '이메일', cell: ({ email }) => email },
  { key: 'role', label: '역할', cell: ({ role }) => role.name },
  {
    key: 'state',
    label: '상태',
    cell: ({ state }) =>
      state === 'active' ? <State tone="ok">사용 중</State> : <State tone="warn">초대 수락 전</State>,
  },
  {
    key: 'lastSeenAt',
    label: '마지막 사용',
    cell: ({ lastSeenAt }) => <When at={lastSeenAt} empty="아직 없음" />,
  },
  { key: 'sessions', label: '로그인한 기기', cell: ({ sessions }) => sessions, isFigure: true },
]

/** Who works here as what, and from where the console answers. */
export function Component() {
  const address = useListAddress()
  const may = useMay()
  const query = useQuery(staffQuery)
  const open = query.data?.items.find(({ id }) => String(id) === address.open)
  return (
    <>
      <ScreenHead title="직원" count={query.data ? String(query.data.items.length) : ''}>
        {may('staff.invite') && <Button onClick={() => address.set({ invite: '1' })}>직원 초대</Button>}
      </ScreenHead>
      <div className="grid gap-8">
        <Ready query={query} shape="h-60">
          {({ items }) => (
            <>
              <DataTable
                label="직원"
                columns={COLUMNS}
                rows={items}
                idOf={({ id }) => String(id)}
                address={address}
              />
              <Part
                title="접속 네트워크"
                lead="목록이 비어 있으면 어디서나 로그인할 수 있습니다. 적으면 그 네트워크에서만 콘솔이 열립니다."
              >
                <Networks />
              </Part>
            </>
          )}
        </Ready>
      </div>
      {open && (
        <Sheet key={open.id} title={open.name} onClose={() => address.openRow(null)}>
          <PersonSheet person={open} onGone={() => address.openRow(null)} />
        </Sheet>
      )}
      {address.query.has('invite') && may('staff.invite') && (
        <ChangeDialog
          change="staff.invite"
          target={null}
          title="직원 초대"
          own={{
            email: (form, { name, label, help, maxLength }) => (
              <TextField
                label={label}
                help={help}
                type="email"
                autoComplete="off"
                maxLength={maxLength}
                {...form.register(name)}
              />
            ),
          }}
          onClose={() => address.set({ invite: null })}
        />
      )}
    </>
  )
}
