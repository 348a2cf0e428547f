import { useState } from 'react'
import { stored } from '../../src/ui/browser-storage'
import { useSession } from './session'

/**
 * What somebody is writing: this browser keeps it over the menu, Back and a reload, under the name of whoever writes it. `null`
 * is nothing unsaved, and drops it.
 */
export function useKept<Value extends object>(name: string) {
  const { id } = useSession()
  const place = stored<Value>('localStorage', `ieum:console:${name}:${id}`)
  const [kept, setKept] = useState(place.get)
  return [
    kept,
    (value: Value | null | ((before: Value | null) => Value | null)) =>
      setKept((before) => {
        const next = typeof value === 'function' ? value(before) : value
        place.set(next)
        return next
      }),
  ] as const
}
