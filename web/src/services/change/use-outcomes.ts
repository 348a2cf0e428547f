import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isOutdated } from '../../api/queries'
import type { AddressChange } from '../../api/types'
import { memberQuery } from '../../members'
import { ASK_EVERY, changesQuery, useRefreshChanges } from './queries'
import { tellOutcome, tellUndone } from './words'

const isWaiting = ({ state }: AddressChange) => state === 'waiting'

/**
 * Keeps asking while a change waits for its gateway, and says how it came out. Returns those that wait. They are among the
 * newest, whichever page of the history is shown.
 */
export function useOutcomes(): AddressChange[] {
  const client = useQueryClient()
  const refresh = useRefreshChanges()
  const { data } = useQuery({
    ...changesQuery(1),
    refetchInterval: ({ state }) =>
      isOutdated(state) || state.data?.items.some(isWaiting) ? ASK_EVERY : false,
  })
  const waiting = data?.items.filter(isWaiting) ?? []
  const before = useRef<number[]>([])
  useEffect(() => {
    const settled = data?.items.find((one) => before.current.includes(one.id) && !isWaiting(one))
    before.current = data?.items.filter(isWaiting).map(({ id }) => id) ?? []
    if (!settled) return
    if (settled.isUndo) tellUndone(settled)
    else tellOutcome(settled)
    void refresh()
    // Else the number of tickets that is shown is right already.
    if (settled.state !== 'done') void client.invalidateQueries({ queryKey: memberQuery.queryKey })
  }, [data, client, refresh])
  return waiting
}
