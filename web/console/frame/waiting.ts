import type { EntryName } from './entries'
import { useSession } from './session'

/** How many people or things wait behind an entry of the navigation. An entry where nobody waits has no number. */
export function useWaiting(): Partial<Record<EntryName, number>> {
  const { confirmations } = useSession()
  return { settings: confirmations }
}
