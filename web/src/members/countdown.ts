import { useState, useSyncExternalStore } from 'react'
import { Problem } from '../api/problem'

const secondsTo = (moment: number | null) =>
  moment === null ? 0 : Math.max(0, Math.ceil((moment - Date.now()) / 1000))

function subscribeToClock(listener: () => void) {
  const timer = setInterval(listener, 250)
  return () => clearInterval(timer)
}
const subscribeToNothing = () => () => undefined

/** Whole seconds until `moment`, rendering anew as they pass; 0 once it is past, or if it is `null`. */
export const useSecondsLeft = (moment: number | null) =>
  useSyncExternalStore(
    moment === null ? subscribeToNothing : subscribeToClock,
    () => secondsTo(moment),
    () => 0,
  )

/** Counts down the wait that a refusal asked for with `Retry-After`. */
export function useRetryWait() {
  const [until, setUntil] = useState<number | null>(null)
  const noteRefusal = (error: unknown) => {
    const wait = error instanceof Problem ? error.retryAfter : null
    setUntil(wait === null ? null : Date.now() + wait * 1000)
  }
  return { secondsLeft: useSecondsLeft(until), noteRefusal }
}

/** `2:05` */
export const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** `2분 5초`: the same for screen readers. */
export function spoken(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return [minutes > 0 && `${minutes}분`, (rest > 0 || minutes === 0) && `${rest}초`].filter(Boolean).join(' ')
}
