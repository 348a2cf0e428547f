import { classes } from '../ui/classes'
import { StatusLine } from '../ui/status-line'

interface ConnectionCheckProps {
  isConnected: boolean
  /** `null` until the service is loaded. */
  address: string | null
}

/** Tells whether the new device is connected. It turns green by itself. */
export function ConnectionCheck({ isConnected, address }: ConnectionCheckProps) {
  return (
    <div className={classes('rounded-control px-4 py-4', isConnected ? 'bg-ok-tint' : 'bg-surface')}>
      <p className="font-semibold text-small">연결 확인</p>
      <div role="status" className="mt-2">
        <StatusLine state={isConnected ? 'on' : 'off'} label={isConnected ? '접속중' : '연결 대기 중'} />
        {isConnected && address && (
          <p className="mt-2 text-small">
            이 기기는 이제 <span className="address">{address}</span> 주소로 인터넷에 접속합니다.
          </p>
        )}
      </div>
    </div>
  )
}
