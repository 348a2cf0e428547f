import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/** False in what the server drew, true once the page answers. What only works with script waits for it. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
