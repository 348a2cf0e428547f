import { useEffect, useState } from 'react'

const ASK_EVERY = 5000

const isReady = () =>
  fetch('/readyz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * Opens the screen again once the shop is back. Tells whether it is away: what fails in a shop that is ready is another thing,
 * for which the screen would open again and again.
 */
export function useReturn(mayBeAway: boolean): boolean {
  const [isAway, setIsAway] = useState(false)
  useEffect(() => {
    if (!mayBeAway) return
    let isLeft = false
    let timer = 0
    async function ask(before: boolean) {
      const ready = await isReady()
      if (isLeft) return
      if (ready) return before && location.reload()
      setIsAway(true)
      timer = window.setTimeout(ask, ASK_EVERY, true)
    }
    void ask(false)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [mayBeAway])
  return isAway
}
