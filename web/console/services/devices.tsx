import { dataSize } from '../../src/ui/data-size'
import { Rows } from '../frame/rows'
import { State } from '../frame/state'
import { When } from '../frame/when'
import type { ServiceSheet } from './queries'

type Device = ServiceSheet['devices'][number]

function DeviceState({ device: { removedAt, isOff, isConnected, isParked } }: { device: Device }) {
  if (removedAt) return <State>지움</State>
  if (isOff) return <State tone="warn">꺼짐</State>
  if (isParked) return <State tone="warn">다른 기기가 연결되어 멈춤</State>
  return isConnected ? <State tone="ok">접속 중</State> : <State>접속 안 함</State>
}

/** The devices, those that were removed last; without their keys. */
export function Devices({ sheet }: { sheet: ServiceSheet }) {
  return (
    <Rows
      items={sheet.devices}
      idOf={({ id }) => id}
      title={({ name, bySubId }) => `${name}${bySubId ? ' (서브 아이디)' : ''}`}
      detail={({ lastSeenAt, removedAt, rxBytes, txBytes }) => (
        <>
          마지막 접속 <When at={lastSeenAt} empty="없음" />
          {removedAt && (
            <>
              {' · 지움 '}
              <When at={removedAt} />
            </>
          )}
          <span className="figures">
            {' · '}보냄 {dataSize(rxBytes)}, 받음 {dataSize(txBytes)}
          </span>
        </>
      )}
      actions={(device) => <DeviceState device={device} />}
      empty="등록한 기기가 없습니다."
    />
  )
}
