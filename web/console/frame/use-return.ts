import { type Query, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isTransient } from '../../src/api/problem'
import { store } from '../../src/ui/store'

const ASK_EVERY = 5000

const isAway = store(false)

const isLost = ({ state }: Query) => isTransient(state.error)

const isReady = () =>
  fetch('/readyz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Has what could not be loaded loaded again once the shop is back. It has to be seen away first: a call that fails in a shop
 * that is ready would fail again and again.
 */
export function useReturn() {
  const client = useQueryClient()
  useEffect(() => {
    let isAsking = false
    let isOver = false
    let timer = 0
    async function ask(wasAway: boolean) {
      const ready = await isReady()
      if (isOver) return
      isAway.set(!ready)
      isAsking = !ready
      if (isAsking) timer = window.setTimeout(ask, ASK_EVERY, true)
      else if (wasAway) void client.refetchQueries({ type: 'active', predicate: isLost })
    }
    const unsubscribe = client.getQueryCache().subscribe((event) => {
      if (isAsking || event.type !== 'updated' || event.action.type !== 'error' || !isLost(event.query))
        return
      isAsking = true
      void ask(false)
    })
    return () => {
      isOver = true
      clearTimeout(timer)
      unsubscribe()
      isAway.set(false)
    }
  }, [client])
}

/** Whether what this error kept away will be loaded without anybody's doing. */
export const useComing = (error: unknown): boolean => isAway.use() && isTransient(error)
