import { useState } from 'react'
import { Problem } from '../api/problem'
import { useSecondsLeft } from '../ui/seconds-left'

/** Counts down the wait that a refusal asked for with `Retry-After`. */
export function useRetryWait() {
  const [until, setUntil] = useState<number | null>(null)
  const noteRefusal = (error: unknown) => {
    const wait = error instanceof Problem ? error.retryAfter : null
    setUntil(wait === null ? null : Date.now() + wait * 1000)
  }
  return { secondsLeft: useSecondsLeft(until), noteRefusal }
}
