import type { LinkedDevice } from '../../api/types'
import { stored } from '../../ui/browser-storage'
import { linkToken } from '../../ui/link-token'

/**
 * What this tab keeps of a link's device until its settings are where they belong: its key from before the press, so that
 * a lost answer can be asked for again, and the answer. On a phone a tab is loaded anew when its owner comes back from the
 * store. No other tab and no server sees it, and it is gone with the tab.
 */
export interface Kept {
  token: string
  privateKey: string
  publicKey: string
  /** Whether the settings are meant for another device than the one that shows the page. */
  isElsewhere: boolean
  setup: LinkedDevice | null
}

const kept = stored<Kept>('sessionStorage', 'ieum:device-setup')

export function keptFor(token: string): Kept | null {
  const found = kept.get()
  return found?.token === token ? found : null
}

/** Answers whether it is kept: a browser may have its storage switched off. */
export function keep(device: Kept): boolean {
  kept.set(device)
  return keptFor(device.token) !== null
}

export const forget = () => kept.set(null)

/** The link by which somebody sets up a device. */
export const deviceLink = linkToken('ieum:device-link', /^[0-9a-f]{64}$/)
