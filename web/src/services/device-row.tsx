import type { Device } from '../api/types'
import { ago, dayAndTime } from '../korean/dates'
import { Button } from '../ui/button'
import { classes } from '../ui/classes'
import { dataSize } from '../ui/data-size'
import { useHydrated } from '../ui/hydrated'

interface DeviceRowProps {
  device: Device
  disabled: boolean
  onChangeKey: () => void
  onRemove: () => void
}

function LastSeen({ at }: { at: string | null }) {
  // `3분 전` depends on the moment of reading, so the server renders date and time instead.
  const isHydrated = useHydrated()
  if (at === null) return '아직 접속하지 않았습니다'
  return `최근 접속 ${isHydrated ? ago(at, new Date()) : dayAndTime(at)}`
}

export function DeviceRow({ device, disabled, onChangeKey, onRemove }: DeviceRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-4">
      <div className="min-w-0">
        <p className="flex items-baseline gap-2">
          <span className="font-semibold">{device.name}</span>
          <span className={classes('text-caption', device.connected ? 'font-medium text-ok' : 'text-ink-3')}>
            {device.connected ? '접속중' : '미접속'}
          </span>
        </p>
        <p className="figures text-caption text-ink-2">
          <LastSeen at={device.lastHandshakeAt} />
          {device.lastHandshakeAt && (
            <>
              <span aria-hidden="true"> · </span>
              <span className="whitespace-nowrap">받음 {dataSize(device.txBytes)}</span>
              <span aria-hidden="true"> · </span>
              <span className="whitespace-nowrap">보냄 {dataSize(device.rxBytes)}</span>
            </>
          )}
        </p>
      </div>
      <div className="-mx-2 flex gap-1">
        <Button
          kind="text"
          disabled={disabled}
          aria-label={`${device.name} 키 다시 만들기`}
          onClick={onChangeKey}
        >
          키 다시 만들기
        </Button>
        <Button kind="text" disabled={disabled} aria-label={`${device.name} 삭제`} onClick={onRemove}>
          삭제
        </Button>
      </div>
    </li>
  )
}
