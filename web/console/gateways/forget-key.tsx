import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { post, send } from '../frame/calls'
import { PreviewDialog } from '../frame/preview-dialog'
import { type Gateway, useGatewaysChanged } from './queries'

/** For a host whose key is lost with all its copies; every member has to set up their devices again. */
export function ForgetKey({ gateway, onClose }: { gateway: Gateway; onClose: () => void }) {
  const changed = useGatewaysChanged()
  const forgotten = path('/api/v1/console/gateways/{id}/forgotten-key', { id: gateway.id })
  return (
    <PreviewDialog<Gateway>
      title={`${gateway.name}의 키 잊기`}
      confirmLabel="키 잊기"
      typedName={gateway.name}
      load={() => post(path('/api/v1/console/gateways/{id}/forgotten-key/preview', { id: gateway.id }))}
      confirm={(confirmed) => send<Gateway>('POST', forgotten, confirmed)}
      onDone={() => {
        onClose()
        changed()
        showToast('키를 잊었습니다. 등록 코드로 새 호스트를 등록해 주세요.')
      }}
      onClose={onClose}
    />
  )
}
