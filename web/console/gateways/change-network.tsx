import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { post, send } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { TextField } from '../frame/field'
import { PreviewDialog } from '../frame/preview-dialog'
import { type Gateway, useGatewaysChanged } from './queries'

/** Another network for the tunnels of a gateway that has no devices yet. */
export function ChangeNetwork(props: { gateway: Gateway; present: string; onClose: () => void }) {
  const { gateway, present, onClose } = props
  const changed = useGatewaysChanged()
  const [network, setNetwork] = useState(present)
  const [isAsked, setAsked] = useState(false)
  const wish = { tunnelNetwork: network.trim() }

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (wish.tunnelNetwork) setAsked(true)
  }

  if (isAsked)
    return (
      <PreviewDialog<Gateway>
        title={`${gateway.name} 터널 네트워크`}
        confirmLabel="네트워크 바꾸기"
        load={() => post(path('/api/v1/console/gateways/{id}/network/preview', { id: gateway.id }), wish)}
        confirm={(confirmed) =>
          send<Gateway>('POST', path('/api/v1/console/gateways/{id}/network', { id: gateway.id }), {
            ...wish,
            ...confirmed,
          })
        }
        onDone={() => {
          onClose()
          changed()
          showToast('터널 네트워크를 바꾸었습니다.')
        }}
        onClose={() => setAsked(false)}
      />
    )
  return (
    <Dialog title={`${gateway.name} 터널 네트워크`} onClose={onClose}>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
        <TextField
          label="터널 네트워크"
          help="기기들이 쓰는 사설 네트워크입니다. 호스트에서 다른 데 쓰지 않는 것이어야 합니다."
          value={network}
          onChange={(event) => setNetwork(event.target.value)}
        />
        <FormButtons isReady={wish.tunnelNetwork !== ''}>확인하기</FormButtons>
      </form>
    </Dialog>
  )
}
