import { useState } from 'react'
import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { Button } from '../frame/button'
import { post, send } from '../frame/calls'
import { PreviewDialog } from '../frame/preview-dialog'
import { useMay } from '../frame/session'
import { WriteBroadcast } from '../messages/write-broadcast'
import { ChangeMtu } from './change-mtu'
import { ChangeNetwork } from './change-network'
import { Evacuate } from './evacuate'
import { ForgetKey } from './forget-key'
import { hasName, movedNotice } from './moved-notice'
import { NewCode } from './new-code'
import { type Gateway, type GatewaySheet, STATES, useGatewaysChanged } from './queries'

type Wanted = Gateway['wanted']
type Open = Wanted | 'evacuate' | 'code' | 'network' | 'mtu' | 'moved' | 'key' | null

const LABELS: Record<Wanted, string> = {
  serving: '다시 운영',
  draining: '새 서비스 막기',
  maintenance: '점검 시작',
}

/** What can be done with a gateway now. */
export function GatewayButtons({ sheet }: { sheet: GatewaySheet }) {
  const { gateway } = sheet
  const may = useMay()
  const changed = useGatewaysChanged()
  const [open, setOpen] = useState<Open>(null)
  if (!may('gateways.change')) return null
  const close = () => setOpen(null)
  const wanted = (['serving', 'draining', 'maintenance'] as const).filter(
    (one) => one !== gateway.wanted && !(one === 'serving' && gateway.isEvacuated),
  )
  return (
    <>
      {wanted.map((one) => (
        <Button key={one} kind="quiet" onClick={() => setOpen(one)}>
          {LABELS[one]}
        </Button>
      ))}
      {!gateway.isEvacuated && (
        <Button kind="danger" onClick={() => setOpen('evacuate')}>
          대피
        </Button>
      )}
      <Button kind="quiet" onClick={() => setOpen('code')}>
        등록 코드
      </Button>
      {sheet.devices === 0 && (
        <Button kind="quiet" onClick={() => setOpen('network')}>
          터널 네트워크
        </Button>
      )}
      <Button kind="quiet" onClick={() => setOpen('mtu')}>
        MTU
      </Button>
      {sheet.devices > 0 && hasName(gateway) && may('messages.broadcast') && (
        <Button kind="quiet" onClick={() => setOpen('moved')}>
          이전 안내
        </Button>
      )}
      {sheet.publicKey !== null && (
        <Button kind="danger" onClick={() => setOpen('key')}>
          키 잊기
        </Button>
      )}
      {open === 'network' && (
        <ChangeNetwork gateway={gateway} present={sheet.tunnelNetwork} onClose={close} />
      )}
      {open === 'mtu' && <ChangeMtu gateway={gateway} present={sheet.mtu} onClose={close} />}
      {open === 'moved' && <WriteBroadcast initial={movedNotice(gateway, new Date())} onClose={close} />}
      {open === 'key' && <ForgetKey gateway={gateway} onClose={close} />}
      {open === 'evacuate' && <Evacuate gateway={gateway} onClose={close} />}
      {open === 'code' && <NewCode gateway={gateway} onClose={close} />}
      {(open === 'serving' || open === 'draining' || open === 'maintenance') && (
        <PreviewDialog<Gateway>
          title={`${gateway.name}: ${LABELS[open]}`}
          confirmLabel={LABELS[open]}
          load={() =>
            post(path('/api/v1/console/gateways/{id}/state/preview', { id: gateway.id }), { wanted: open })
          }
          confirm={(confirmed) =>
            send<Gateway>('POST', path('/api/v1/console/gateways/{id}/state', { id: gateway.id }), {
              wanted: open,
              ...confirmed,
            })
          }
          onDone={({ state }) => {
            close()
            changed()
            showToast(`${gateway.name}: ${STATES[state].word}`)
          }}
          onClose={close}
        />
      )}
    </>
  )
}
