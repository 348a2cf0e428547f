import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => undefined

/** False in server-rendered HTML, true once the page is hydrated. Controls that need script wait for it. */
export const useHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
