import type { SubId } from '../api/types'
import { ago, dayAndTime } from '../korean/dates'
import { useHydrated } from '../ui/hydrated'

/** Whether a device of the sub-id is connected, else when it was last there. */
export function LastSeen({ of: { connected, lastSeenAt } }: { of: Pick<SubId, 'connected' | 'lastSeenAt'> }) {
  // `3분 전` depends on the moment of reading, so the server renders date and time instead.
  const isHydrated = useHydrated()
  if (connected) return <span className="font-medium text-ok">접속중</span>
  if (!lastSeenAt) return '아직 로그인하지 않음'
  return `최근 이용 ${isHydrated ? ago(lastSeenAt, new Date()) : dayAndTime(lastSeenAt)}`
}
