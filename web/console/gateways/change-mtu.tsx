import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { post, send } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { TextField } from '../frame/field'
import { PreviewDialog } from '../frame/preview-dialog'
import { type Gateway, useGatewaysChanged } from './queries'

const SMALLEST = 1280
const LARGEST = 1420

/** Another largest packet for the tunnels of a gateway, whose path carries less than others do. */
export function ChangeMtu(props: { gateway: Gateway; present: number; onClose: () => void }) {
  const { gateway, present, onClose } = props
  const changed = useGatewaysChanged()
  const [mtu, setMtu] = useState(String(present))
  const [isAsked, setAsked] = useState(false)
  const wish = { mtu: Number(mtu) }
  const isReady = Number.isInteger(wish.mtu) && wish.mtu >= SMALLEST && wish.mtu <= LARGEST

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady) setAsked(true)
  }

  if (isAsked)
    return (
      <PreviewDialog<Gateway>
        title={`${gateway.name} MTU`}
        confirmLabel="MTU 바꾸기"
        load={() => post(path('/api/v1/console/gateways/{id}/mtu/preview', { id: gateway.id }), wish)}
        confirm={(confirmed) =>
          send<Gateway>('POST', path('/api/v1/console/gateways/{id}/mtu', { id: gateway.id }), {
            ...wish,
            ...confirmed,
          })
        }
        onDone={() => {
          onClose()
          changed()
          showToast('MTU를 바꾸었습니다.')
        }}
        onClose={() => setAsked(false)}
      />
    )
  return (
    <Dialog title={`${gateway.name} MTU`} onClose={onClose}>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
        <TextField
          label="MTU (바이트)"
          help={`${SMALLEST}부터 ${LARGEST}까지입니다. 이 서버로 오는 길이 큰 패킷을 버려 큰 파일이나 일부 사이트가 열리지 않으면 ${SMALLEST}으로 낮춥니다.`}
          inputMode="numeric"
          value={mtu}
          onChange={(event) => setMtu(event.target.value)}
        />
        <FormButtons isReady={isReady}>확인하기</FormButtons>
      </form>
    </Dialog>
  )
}
