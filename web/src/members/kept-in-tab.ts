import { useCallback, useEffect, useState } from 'react'
import { stored } from '../ui/browser-storage'
import { useMember } from './member'

const PREFIX = 'ieum:kept:'

interface Kept<Value> {
  owner: string
  until: number
  value: Value
}

const place = <Value>(name: string) => stored<Kept<Value>>('sessionStorage', PREFIX + name)

function namesKept(): string[] {
  try {
    const ours = Object.keys(sessionStorage).filter((key) => key.startsWith(PREFIX))
    return ours.map((key) => key.slice(PREFIX.length))
  } catch {
    return [] // Storage is switched off.
  }
}

/** Drops what a tab keeps for anybody but this member, and what is too old. */
export function forgetOthers(member: string | undefined) {
  for (const name of namesKept()) {
    const kept = place(name).get()
    if (!kept || kept.owner !== member || kept.until < Date.now()) dropKept(name)
  }
}

/** Drops it from the tab; what is on the screen stays. */
export const dropKept = (name: string) => place(name).set(null)

/**
 * Keeps in this tab what the server says once, until it is where it belongs: on a phone a page is loaded anew when its member
 * comes back from another app. It ends with the session (`shell/session.ts`), with the tab and after a time, and nobody
 * else who logs in here sees it.
 */
export function useKeptInTab<Value>(name: string, milliseconds: number) {
  const owner = useMember()?.mberId ?? ''
  const [value, setValue] = useState<Value | null>(null)
  const [isStored, setStored] = useState(true)

  // After hydration, because the server drew the page without it.
  useEffect(() => {
    const kept = place<Value>(name).get()
    setValue(kept?.owner === owner && kept.until > Date.now() ? kept.value : null)
  }, [name, owner])

  const keep = useCallback(
    (next: Value | null) => {
      setValue(next)
      place<Value>(name).set(next && { owner, until: Date.now() + milliseconds, value: next })
      // A browser may have its storage switched off.
      setStored(next === null || place(name).get() !== null)
    },
    [name, owner, milliseconds],
  )
  return { value, isStored, keep }
}
