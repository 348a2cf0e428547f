import { useSyncExternalStore } from 'react'
import { noticesPath } from '../paths'

const KEY = 'notice-list'
const FIRST = noticesPath(1)

const unchanging = () => () => undefined

function noted(): string {
  try {
    return sessionStorage.getItem(KEY) ?? FIRST
  } catch {
    return FIRST // no storage: as if one had come from nowhere
  }
}

/** Which page of the list this tab saw last, so that every way out of a notice leads back there. */
export function noteList(address: string) {
  try {
    sessionStorage.setItem(KEY, address)
  } catch {
    // Nobody comes to harm without it.
  }
}

export const useListPlace = () => useSyncExternalStore(unchanging, noted, () => FIRST)
