import { useQuery } from '@tanstack/react-query'
import { MY_IP } from '../certificates/paths'
import { connectionQuery } from '../services'
import { myIpQuery } from '../site'
import { Link } from '../ui/link'

/** The address this browser is seen from, loaded when it is shown; `-` if that fails. It leads to what more there is to it. */
export function CurrentAddress({ holdsServices }: { holdsServices: boolean }) {
  const { data: address, isError } = useQuery({ ...myIpQuery, retry: false })
  const { data: connection } = useQuery({ ...connectionQuery, enabled: holdsServices })
  return (
    <>
      {address && !isError ? (
        <Link
          to={MY_IP}
          // A row of the usual height, and a place to press that is large enough.
          className="-my-3 inline-block py-3 underline decoration-line underline-offset-4 hover:decoration-ink-3"
        >
          <span translate="no" className="address">
            {address}
          </span>
          <span className="sr-only">, 내 IP 확인</span>
        </Link>
      ) : (
        <span className="address">{isError ? '-' : '확인 중'}</span>
      )}
      {holdsServices && connection?.connected && (
        <span className="flex items-center justify-end gap-1.5 text-caption text-ok">
          <span aria-hidden="true" className="size-2 rounded-full bg-ok" />
          고정 IP 연결됨
        </span>
      )}
    </>
  )
}
