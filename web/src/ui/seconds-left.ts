import { useSyncExternalStore } from 'react'

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
