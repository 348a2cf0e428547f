import { classes } from '../ui/classes'
import { StatusLine } from '../ui/status-line'

interface ConnectionCheckProps {
  isConnected: boolean
  /** Whether the gateway already serves the device. It does within a moment, unless it is busy or away. */
  isReady: boolean
  /** `null` until the service is loaded. */
  address: string | null
}

/** Tells whether the new device is connected. It turns green by itself. */
export function ConnectionCheck({ isConnected, isReady, address }: ConnectionCheckProps) {
  const label = isConnected ? '접속중' : isReady ? '연결 대기 중' : '연결 준비 중'
  return (
    <div className={classes('rounded-control px-4 py-4', isConnected ? 'bg-ok-tint' : 'bg-surface')}>
      <p className="font-semibold text-small">연결 확인</p>
      <div role="status" className="mt-2">
        <StatusLine state={isConnected ? 'on' : 'off'} label={label} />
        {!isConnected && !isReady && (
          <p className="mt-2 text-small">
            접속 서버가 이 기기를 등록하고 있습니다. 설정은 지금 저장하셔도 됩니다. “연결 대기 중”으로 바뀌면
            앱에서 연결을 켜 주세요.
          </p>
        )}
        {isConnected && address && (
          <p className="mt-2 text-small">
            이 기기는 이제{' '}
            <span translate="no" className="address">
              {address}
            </span>{' '}
            주소로 인터넷에 접속합니다.
          </p>
        )}
      </div>
    </div>
  )
}
