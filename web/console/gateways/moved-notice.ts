import { day } from '../../src/korean/dates'
import type { BroadcastForm } from '../messages/queries'
import type { Gateway } from './queries'

/** Whether devices look its address up: only then can it move without new settings. */
export const hasName = ({ endpoint }: Pick<Gateway, 'endpoint'>) => !/^(\[|[\d.]+:\d+$)/.test(endpoint)

/** The notice after a gateway's name leads elsewhere: programs look it up once, when the VPN is switched on. */
export function movedNotice({ id }: Pick<Gateway, 'id'>, now: Date): Partial<BroadcastForm> {
  const [, month, date] = day(now).split('.').map(Number)
  return {
    subject: 'VPN을 끄고 다시 켜 주세요',
    body: `${month}월 ${date}일에 이용하시는 VPN 서버를 옮겼습니다. 켜 두신 VPN은 옮기기 전의 서버에 계속 연결하므로, VPN을 끄고 다시 켜 주세요. 공유기처럼 늘 켜 두는 기기도 마찬가지입니다.

IP와 설정은 그대로이며 새로 받으실 파일은 없습니다. 끄고 다시 켜도 연결되지 않으면 고객센터로 알려 주세요.`,
    gateway: id,
    withDevices: true,
  }
}
