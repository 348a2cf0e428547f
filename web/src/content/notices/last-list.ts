import { useSyncExternalStore } from 'react'
import { noticesPath } from '../paths'

const KEY = 'notice-list'
const FIRST = noticesPath(1)

const unchanging = () => () => undefined

function lastList(): string {
  try {
    return sessionStorage.getItem(KEY) ?? FIRST
  } catch {
    return FIRST // storage is switched off: then it is the first page
  }
}

/** Remembers which page of the list this tab showed last, so that every way out of a notice leads back to it. */
export function rememberList(address: string) {
  try {
    sessionStorage.setItem(KEY, address)
  } catch {
    // Storage is switched off: the way back leads to the first page.
  }
}

export const useLastList = () => useSyncExternalStore(unchanging, lastList, () => FIRST)
