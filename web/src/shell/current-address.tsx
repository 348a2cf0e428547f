import { useQuery } from '@tanstack/react-query'
import { connectionQuery } from '../services'
import { myIpQuery } from '../site'

/** The address this browser is seen from, loaded when it is shown; `-` if that fails. */
export function CurrentAddress({ holdsServices }: { holdsServices: boolean }) {
  const { data: address, isError } = useQuery({ ...myIpQuery, retry: false })
  const { data: connection } = useQuery({ ...connectionQuery, enabled: holdsServices })
  return (
    <>
      <span className="address">{isError ? '-' : (address ?? '확인 중')}</span>
      {holdsServices && connection?.connected && (
        <span className="flex items-center justify-end gap-1.5 text-caption text-ok">
          <span aria-hidden="true" className="size-2 rounded-full bg-ok" />
          고정 IP 연결됨
        </span>
      )}
    </>
  )
}
