import { Callout } from '../ui/callout'

/**
 * What no address that we sell can do, said where it is bought: gateways drop every connection from outside that nobody
 * behind them asked for.
 */
export const NotFor = () => (
  <Callout tone="info">
    <p className="font-semibold">밖에서 들어오는 접속은 받지 않습니다.</p>
    <p className="mt-1 text-ink-2">
      VPN을 켠 기기의 서버, 카메라, 원격 데스크톱에 외부에서 접속하는 용도(포트 개방)로는 쓸 수 없습니다. 내
      기기에서 나가는 접속의 주소만 이 IP로 바뀝니다.
    </p>
  </Callout>
)
