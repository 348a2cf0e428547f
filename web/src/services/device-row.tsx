import type { Device } from '../api/types'
import { ago, dayAndTime } from '../korean/dates'
import { Button } from '../ui/button'
import { dataSize } from '../ui/data-size'
import { useHydrated } from '../ui/hydrated'

interface DeviceRowProps {
  device: Device
  /** Settings that are shown once stand above, and another key would take their place. */
  isSettingUp: boolean
  /** Shows the device alone, to an owner who looks as a sub-id. */
  isReadOnly: boolean
  onChangeKey: () => void
  onRemove: () => void
}

/** Whether the device is connected and when it last was, each said once. */
function Connection({
  device: { off, connected, parked, lastHandshakeAt: at },
}: Pick<DeviceRowProps, 'device'>) {
  // `3분 전` depends on the moment of reading, so the server renders date and time instead.
  const isHydrated = useHydrated()
  if (off) return <span className="whitespace-nowrap">연결 중지됨</span>
  if (parked) return <span className="whitespace-nowrap font-medium text-warn">멈춤</span>
  if (connected) return <span className="whitespace-nowrap font-medium text-ok">접속중</span>
  if (at === null) return '아직 접속하지 않았습니다'
  return (
    <>
      <span className="whitespace-nowrap">미접속</span>
      <span aria-hidden="true"> · </span>
      <span className="whitespace-nowrap">최근 접속 {isHydrated ? ago(at, new Date()) : dayAndTime(at)}</span>
    </>
  )
}

export function DeviceRow({ device, isSettingUp, isReadOnly, onChangeKey, onRemove }: DeviceRowProps) {
  return (
    <li className="grid items-center gap-x-6 gap-y-1 py-4 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <p className="break-words font-semibold">{device.name}</p>
        {device.madeBy && (
          <p className="break-all text-caption text-ink-2">
            서브 아이디 {device.madeBy.loginId} ({device.madeBy.name})
          </p>
        )}
        <p className="figures text-caption text-ink-2">
          <Connection device={device} />
          {device.lastHandshakeAt && (
            <>
              <span aria-hidden="true"> · </span>
              <span className="whitespace-nowrap">받음 {dataSize(device.txBytes)}</span>
              <span aria-hidden="true"> · </span>
              <span className="whitespace-nowrap">보냄 {dataSize(device.rxBytes)}</span>
            </>
          )}
        </p>
        {device.parked && (
          <p className="text-caption">
            다른 기기가 연결되어 멈췄습니다. VPN을 껐다 켜면 이 기기로 이어집니다.
          </p>
        )}
      </div>
      {!isReadOnly && (
        <div className="-mx-2 flex gap-1">
          {/* A sub-id's device takes a new key only from who made it. */}
          {!device.madeBy && (
            <Button
              kind="text"
              disabled={isSettingUp}
              aria-label={`${device.name} 키 다시 만들기`}
              onClick={onChangeKey}
            >
              키 다시 만들기
            </Button>
          )}
          <Button kind="text" aria-label={`${device.name} 삭제`} onClick={onRemove}>
            삭제
          </Button>
        </div>
      )}
    </li>
  )
}
