import { useQuery } from '@tanstack/react-query'
import { MEMBER_CAUSES } from '../../../generated/words/stock'
import type { PastAddress } from '../../api/types'
import { day, dayAndTime, timeOfDay } from '../../korean/dates'
import { Callout } from '../../ui/callout'
import { Skeleton } from '../../ui/skeleton'
import { pastAddressesQuery } from './queries'

/** The last fifty addresses of a service with their times, the present one first. */
export function History({ serviceId }: { serviceId: number }) {
  const { data: addresses, error } = useQuery(pastAddressesQuery(serviceId))
  if (error && !addresses) return <Callout tone="danger">{error.message}</Callout>
  if (!addresses) return <Skeleton className="h-24" />
  return (
    <ul className="divide-y divide-line">
      {addresses.map((one) => (
        <li key={one.since} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
          <span translate="no" className="address font-medium">
            {one.address}
          </span>
          <span className="figures text-caption text-ink-2">
            {dayAndTime(one.since)} ~ {one.until ? dayAndTime(one.until) : '지금'} ·{' '}
            {MEMBER_CAUSES[one.cause]}
            {one.tailUntil && ` · 이전 연결은 ${tailEnd(one)}까지`}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** After a change minutes at most; after a move to another gateway perhaps days. */
function tailEnd({ until, tailUntil }: PastAddress): string {
  if (!until || !tailUntil) return ''
  return day(until) === day(tailUntil) ? timeOfDay(tailUntil) : dayAndTime(tailUntil)
}
