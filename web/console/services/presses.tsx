import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { post, send } from '../frame/calls'
import { PreviewDialog } from '../frame/preview-dialog'
import { type ServiceSheet, useServicesChanged } from './queries'

interface PressProps {
  sheet: ServiceSheet
  onClose: () => void
}

/** What happens once it is done: the dialog goes, the lists are loaded anew, and a word says so. */
export function useDone(onClose: () => void) {
  const changed = useServicesChanged()
  return (words: string) => () => {
    onClose()
    changed()
    showToast(words)
  }
}

/** Stops the service, or lets it run again. */
export function Stop({ sheet, onClose }: PressProps) {
  const { id, state } = sheet.service
  const wish = { stopped: state !== 'stopped' }
  const label = wish.stopped ? '정지' : '정지 풀기'
  const done = useDone(onClose)
  return (
    <PreviewDialog<ServiceSheet>
      title={`서비스 ${id} ${label}`}
      confirmLabel={label}
      load={() => post(path('/api/v1/console/services/{id}/stop/preview', { id }), wish)}
      confirm={(confirmed) =>
        send<ServiceSheet>('POST', path('/api/v1/console/services/{id}/stop', { id }), {
          ...wish,
          ...confirmed,
        })
      }
      onDone={done(wish.stopped ? '서비스를 정지했습니다.' : '정지를 풀었습니다.')}
      onClose={onClose}
    />
  )
}

/** Gives the service another address for nothing. */
export function Replace({ sheet, onClose }: PressProps) {
  const { id } = sheet.service
  const done = useDone(onClose)
  return (
    <PreviewDialog<ServiceSheet>
      title={`서비스 ${id} IP 무료 교체`}
      confirmLabel="IP 교체"
      load={() => post(path('/api/v1/console/services/{id}/replacement/preview', { id }))}
      confirm={(confirmed) =>
        send<ServiceSheet>('POST', path('/api/v1/console/services/{id}/replacement', { id }), confirmed)
      }
      onDone={done('IP를 교체했습니다.')}
      onClose={onClose}
    />
  )
}

/** Takes back the offer of another gateway. */
export function CancelMove({ sheet, onClose }: PressProps) {
  const { id } = sheet.service
  const done = useDone(onClose)
  return (
    <PreviewDialog<null>
      title={`서비스 ${id} 이동 취소`}
      confirmLabel="이동 취소"
      load={() => post(path('/api/v1/console/services/{id}/move/cancellation/preview', { id }))}
      confirm={(confirmed) =>
        send<null>('POST', path('/api/v1/console/services/{id}/move/cancellation', { id }), confirmed)
      }
      onDone={done('이동을 취소했습니다. 잠시 뒤 회원에게 알립니다.')}
      onClose={onClose}
    />
  )
}
