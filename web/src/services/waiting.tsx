import { useQuery } from '@tanstack/react-query'
import { Callout } from '../ui/callout'
import { connectionQuery } from './connection'

const LOOK_AGAIN = 5_000

/**
 * Whether this browser is on a device whose service is over, which reaches this shop and nothing else: the windows of
 * the provider and of card companies would not open. Looked at again while it is, because VPN may be switched off.
 */
export function useIsWaiting(): boolean {
  const { data } = useQuery({
    ...connectionQuery,
    refetchInterval: ({ state }) => state.data?.waiting === true && LOOK_AGAIN,
  })
  return data?.waiting ?? false
}

/** Says on such a device why nothing else opens there, and how to go on. */
export function WaitingNotice() {
  if (!useIsWaiting()) return null
  return (
    <div className="mb-6">
      <Callout tone="warn">
        이용 기간이 끝나 이 기기는 지금 이 홈페이지에만 접속됩니다. 포인트로 모두 결제하거나 정기결제에 등록한
        카드로 결제하면 VPN을 켠 채로 다시 이용할 수 있습니다. 다른 결제수단은 VPN을 끈 뒤 결제해 주세요.
      </Callout>
    </div>
  )
}
