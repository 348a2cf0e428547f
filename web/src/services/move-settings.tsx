import { useQuery } from '@tanstack/react-query'
import type { DeviceWithTunnel } from '../api/types'
import { Callout } from '../ui/callout'
import { CopyButton } from '../ui/copy-button'
import { Fold } from '../ui/fold'
import { Skeleton } from '../ui/skeleton'
import { moveQuery } from './queries'

/** What each device's settings say from now on. The private key stays where it is: it was never sent to the shop. */
export function MoveSettings({ serviceId }: { serviceId: number }) {
  const { data: move, error } = useQuery(moveQuery(serviceId))
  if (error && !move) return <Callout tone="danger">{error.message}</Callout>
  if (!move) return <Skeleton className="h-24" />
  if (move.devices.length === 0)
    return <p className="text-small">등록된 기기가 없습니다. 기기를 추가하시면 새 설정이 나옵니다.</p>
  return (
    <div className="grid gap-3">
      <p className="max-w-prose text-small">
        기기마다 아래 두 방법 가운데 하나를 고르세요. 새 설정 파일이나 QR 코드가 필요하면 기기 목록의{' '}
        <b>키 다시 만들기</b>를 누르세요. 그 기기의 이전 설정은 바로 끊어집니다. 키를 그대로 두려면 WireGuard
        앱에서 그 기기의 설정을 열어 세 값만 바꾸세요.
      </p>
      {move.devices.map((one) => (
        <Fold key={one.device.id} framed title={`${one.device.name}: 바꿀 값 세 가지`}>
          <Values one={one} />
        </Fold>
      ))}
    </div>
  )
}

function Values({ one: { device, tunnel } }: { one: DeviceWithTunnel }) {
  const values = [
    ['Address', '[Interface]', tunnel.address],
    ['PublicKey', '[Peer]', tunnel.serverPublicKey],
    ['Endpoint', '[Peer]', tunnel.endpoint],
  ] as const
  return (
    <dl className="grid gap-2">
      {values.map(([name, section, value]) => (
        <div
          key={name}
          className="grid grid-cols-[1fr_auto] items-center gap-x-3 text-small sm:grid-cols-[10rem_1fr_auto]"
        >
          <dt className="text-ink-2 max-sm:col-span-2">
            {name} <span className="text-caption">{section}</span>
          </dt>
          <dd className="figures break-all font-medium">{value}</dd>
          <CopyButton text={value} what={`${device.name} ${name}`} />
        </div>
      ))}
    </dl>
  )
}
