import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => undefined

/** Something that only the browser knows. In server-rendered HTML, and until the page is hydrated, it is `before`. */
export const useInBrowser = <Value>(read: () => Value, before: Value) =>
  useSyncExternalStore(subscribeToNothing, read, () => before)

/** False in server-rendered HTML, true once the page is hydrated. Controls that need script wait for it. */
export const useHydrated = () => useInBrowser(() => true, false)
