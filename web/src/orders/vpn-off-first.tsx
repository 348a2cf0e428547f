import { Callout } from '../ui/callout'

/** In the place of the ways to pay on a device whose service is over: no window of theirs would open there. */
export function VpnOffFirst() {
  return (
    <Callout tone="warn">
      이용 기간이 끝난 기기에서는 결제창이 열리지 않습니다. VPN을 끈 뒤 결제해 주세요. 끄시면 결제수단이
      여기에 바로 나옵니다.
    </Callout>
  )
}
