import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '../../src/ui/toast'
import { API, send } from '../frame/calls'
import { pressKey } from '../frame/press-key'
import { CHANGES, type ChangeName } from './changes'
import type { Wish } from './wish'

/** What a press has made, such as a new object's id. */
export type Made = Record<string, unknown>
export type Target = number | string | null

export const pathOf = (change: ChangeName) => `${API}/changes/${change}`

/** Loads anew everything about such objects and the record, and says that the change is made. */
export function useAfter(change: ChangeName) {
  const client = useQueryClient()
  const { done, screen } = CHANGES[change]
  return () => {
    client.invalidateQueries({
      predicate: ({ queryKey: [path] }) =>
        [screen, 'record'].some((name) => String(path).startsWith(`${API}/${name}`)),
    })
    showToast(done)
  }
}

/** Presses a plain change, which has no preview. The key stays until the press has been answered. */
export function usePress(change: ChangeName, target: Target, onDone?: (made: Made) => void) {
  const after = useAfter(change)
  const [key, setKey] = useState(pressKey)
  return useMutation({
    mutationFn: async (wish: Wish) =>
      (await send<{ made: Made }>('POST', pathOf(change), { target, wish, key })).data.made,
    onSuccess: (made) => {
      setKey(pressKey())
      after()
      onDone?.(made)
    },
  })
}
