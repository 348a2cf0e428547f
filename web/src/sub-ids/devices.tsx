import type { GrantState } from '../api/types'
import { ago, dayAndTime } from '../korean/dates'
import { servicesPath } from '../services/paths'
import { ButtonLink } from '../ui/button'
import { dataSize } from '../ui/data-size'
import { useHydrated } from '../ui/hydrated'
import { Part } from './part'
import { serviceName } from './words'

type Device = GrantState['devices'][number]

/** The devices that it has added. The owner removes them where all devices of a service are. */
export function Devices({ grants }: { grants: GrantState[] }) {
  const rows = grants.flatMap((grant) =>
    grant.devices.map((device) => ({ device, service: serviceName(grant) })),
  )
  return (
    <Part title="기기" lead="이 아이디로 등록한 기기입니다.">
      {rows.length === 0 ? (
        <p className="text-ink-2">등록한 기기가 없습니다.</p>
      ) : (
        <>
          <ul aria-label="기기" className="divide-y divide-line border-line border-y">
            {rows.map(({ device, service }) => (
              <li key={device.id} className="py-3">
                <p className="break-words font-medium">{device.name}</p>
                <p className="figures text-caption text-ink-2">
                  {service} · <Connection device={device} /> · 받음 {dataSize(device.txBytes)} · 보냄{' '}
                  {dataSize(device.rxBytes)}
                </p>
              </li>
            ))}
          </ul>
          <ButtonLink to={servicesPath(1)} kind="text" className="-ml-2 justify-self-start">
            이용현황에서 기기 관리
          </ButtonLink>
        </>
      )}
    </Part>
  )
}

function Connection({ device: { off, connected, parked, lastHandshakeAt: at } }: { device: Device }) {
  const isHydrated = useHydrated()
  if (off) return <span className="font-medium text-danger">연결 중지됨</span>
  if (parked) return <span className="font-medium text-warn">다른 기기가 연결되어 멈춤</span>
  if (connected) return <span className="font-medium text-ok">접속중</span>
  if (!at) return '아직 접속하지 않음'
  return `최근 접속 ${isHydrated ? ago(at, new Date()) : dayAndTime(at)}`
}
