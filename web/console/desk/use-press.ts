import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Problem } from '../../src/api/problem'
import { showToast } from '../../src/ui/toast'
import { API, send } from '../frame/calls'
import { pressKey } from '../frame/press-key'
import { CHANGES, type ChangeName } from './changes'
import type { Wish } from './wish'

/** What a press has made, such as a new object's id. */
export type Made = Record<string, unknown>
export type Target = number | string | null

export const pathOf = (change: ChangeName) => `${API}/changes/${change}`

/** Loads anew everything about such objects and the record. */
function useReload(change: ChangeName) {
  const client = useQueryClient()
  return (isLeft = false) =>
    client.invalidateQueries({
      // A page that is left may show what is gone, such as a draft that was published.
      ...(isLeft && { refetchType: 'none' as const }),
      predicate: ({ queryKey: [path] }) =>
        [CHANGES[change].screen, 'record'].some((name) => String(path).startsWith(`${API}/${name}`)),
    })
}

/** Loads anew everything about such objects, on the next page if this one is left, and says that the change is made. */
export function useAfter(change: ChangeName) {
  const reload = useReload(change)
  return (said = CHANGES[change].done, isLeft = false) => {
    reload(isLeft)
    showToast(said)
  }
}

/**
 * Presses a plain change, which has no preview. The key stays until the press has been answered. If its object is no longer
 * what the page shows, it is loaded anew.
 */
export function usePress(change: ChangeName, target: Target, onDone?: (made: Made) => void) {
  const after = useAfter(change)
  const reload = useReload(change)
  const [key, setKey] = useState(pressKey)
  return useMutation({
    mutationFn: async (wish: Wish) =>
      (await send<{ made: Made }>('POST', pathOf(change), { target, wish, key })).data.made,
    onSuccess: (made) => {
      setKey(pressKey())
      after()
      onDone?.(made)
    },
    onError: (error) => {
      if (error instanceof Problem && error.status === 409) reload()
    },
  })
}
