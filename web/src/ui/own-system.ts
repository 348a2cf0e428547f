import { useInBrowser } from './hydrated'

export type OwnSystem = 'windows' | 'android' | 'macos' | 'ios'

/** The operating system as the browser reports it. An iPad reports a Mac, but no Mac has a touch screen. */
export function systemOf(userAgent: string, touchPoints: number): OwnSystem | undefined {
  if (/Windows NT/.test(userAgent)) return 'windows'
  if (/Android/.test(userAgent)) return 'android'
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'ios'
  if (/Macintosh/.test(userAgent)) return touchPoints > 1 ? 'ios' : 'macos'
  return undefined
}

/** The visitor's own system. It is unknown until hydration, because the server draws the same page for everybody. */
export const useOwnSystem = () =>
  useInBrowser(() => systemOf(navigator.userAgent, navigator.maxTouchPoints), undefined)
