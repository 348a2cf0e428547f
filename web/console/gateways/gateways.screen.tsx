import { useState } from 'react'
import { useNavigate } from '../../src/ui/navigate'
import { useQueryString } from '../../src/ui/query'
import { ChangeDialog } from '../desk/change-dialog'
import { DeclaredList } from '../desk/declared-list'
import { stateOf } from '../desk/lists'
import type { Made } from '../desk/use-press'
import { Button } from '../frame/button'
import { TextField } from '../frame/field'
import { useMay } from '../frame/session'
import { State } from '../frame/state'
import { When } from '../frame/when'
import { GatewayView } from './gateway-view'
import { OnceCode } from './once-code'
import { type Gateway, toneOf, troubleOf } from './queries'

const own = {
  endpoint: ({ endpoint }: Gateway) => <span className="figures">{endpoint}</span>,
  state: (gateway: Gateway) => (
    <>
      <State tone={toneOf(gateway)}>{stateOf('gateways', 'state', gateway.state).word}</State>
      {gateway.isEvacuated && <span className="ml-2 text-caption text-ink-2">대피 중</span>}
    </>
  ),
  lastError: (gateway: Gateway) => {
    const trouble = troubleOf(gateway)
    return <span className={trouble ? 'text-warn' : 'text-ink-3'}>{trouble ?? '없음'}</span>
  },
  lastSeenAt: ({ lastSeenAt }: Gateway) => <When at={lastSeenAt} empty="연락 없음" />,
  agent: ({ agent }: Gateway) => <span className="figures">{agent || '–'}</span>,
}

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
      <DeclaredList<Gateway>
        list="gateways"
        title="게이트웨이"
        own={own}
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
