import { useState } from 'react'
import { useNavigate } from '../../src/ui/navigate'
import { useQueryString } from '../../src/ui/query'
import { ChangeDialog } from '../desk/change-dialog'
import type { Made } from '../desk/use-press'
import { Button } from '../frame/button'
import type { Column } from '../frame/column'
import { TextField } from '../frame/field'
import type { Filter } from '../frame/filter'
import { ListScreen } from '../frame/list-screen'
import { useMay } from '../frame/session'
import { State } from '../frame/state'
import { When } from '../frame/when'
import { GatewayView } from './gateway-view'
import { OnceCode } from './once-code'
import { type Gateway, LIST, STATES, toneOf, troubleOf } from './queries'

const figures = (count: number) => <span className="figures">{count.toLocaleString('ko-KR')}</span>

const columns: Column<Gateway>[] = [
  { key: 'name', label: '이름', cell: ({ name }) => name },
  {
    key: 'state',
    label: '상태',
    cell: (gateway) => (
      <>
        <State tone={toneOf(gateway)}>{STATES[gateway.state].word}</State>
        {gateway.isEvacuated && <span className="ml-2 text-caption text-ink-2">대피 중</span>}
      </>
    ),
  },
  {
    key: 'trouble',
    label: '살펴볼 것',
    cell: (gateway) => {
      const trouble = troubleOf(gateway)
      return <span className={trouble ? 'text-warn' : 'text-ink-3'}>{trouble ?? '없음'}</span>
    },
  },
  {
    key: 'seen',
    label: '마지막 연락',
    cell: ({ lastSeenAt }) => <When at={lastSeenAt} empty="연락 없음" />,
  },
  { key: 'addresses', label: 'IP', isFigure: true, cell: ({ addresses }) => figures(addresses) },
  { key: 'leased', label: '사용 중', isFigure: true, cell: ({ leased }) => figures(leased) },
  { key: 'free', label: '남음', isFigure: true, cell: ({ free }) => figures(free) },
  { key: 'agent', label: '버전', cell: ({ agent }) => <span className="figures">{agent || '–'}</span> },
  {
    key: 'endpoint',
    label: '접속 주소',
    cell: ({ endpoint }) => <span className="figures">{endpoint}</span>,
    isExtra: true,
  },
]

const FILTERS: Filter[] = [
  {
    kind: 'select',
    name: 'state',
    label: '상태',
    options: Object.entries(STATES).map(([value, { word }]) => ({ value, label: word })),
  },
  {
    kind: 'select',
    name: 'needs',
    label: '살펴볼 것',
    options: [
      { value: 'somebody', label: '있음' },
      { value: 'nobody', label: '없음' },
    ],
  },
]

/** Every gateway; the server puts those that need somebody first. */
export function Component() {
  const may = useMay()
  const address = useQueryString()
  const navigate = useNavigate()
  const [code, setCode] = useState<Made | null>(null)
  function open(isOpen: boolean) {
    const query = new URLSearchParams(address)
    if (isOpen) query.set('new', '1')
    else query.delete('new')
    navigate(`/console/gateways?${query}`, { replace: true })
  }
  return (
    <>
      <ListScreen<Gateway>
        title="게이트웨이"
        label="게이트웨이"
        path={LIST}
        columns={columns}
        filters={FILTERS}
        search="이름, 접속 주소 찾기"
        idOf={({ id }) => String(id)}
        pageOf={({ id }) => `/console/gateways/${id}`}
        empty={<p>아직 게이트웨이가 없습니다. 등록하면 호스트에서 한 번 쓸 코드를 드립니다.</p>}
        sheetTitle={(id, row) => `게이트웨이 ${row?.name ?? id}`}
        sheet={(id) => <GatewayView id={id} />}
        actions={may('gateways.change') && <Button onClick={() => open(true)}>게이트웨이 등록</Button>}
        isWatched
      />
      {address.get('new') && may('gateways.change') && (
        <ChangeDialog
          change="gateways.add"
          target={null}
          title="게이트웨이 등록"
          own={{
            endpoint: (form, { name, label, help }) => (
              <TextField
                label={label}
                help={help}
                autoCapitalize="none"
                spellCheck={false}
                {...form.register(name)}
              />
            ),
          }}
          onClose={() => open(false)}
          onDone={setCode}
        />
      )}
      {code && <OnceCode made={code} onClose={() => setCode(null)} />}
    </>
  )
}
