import type { System } from '../api/types'

/** The operating systems that we explain, in the menu's order, with their Korean names. */
export const SYSTEMS = [
  { key: 'windows', name: '윈도우', short: '윈도우' },
  { key: 'android', name: '안드로이드', short: '안드로이드' },
  { key: 'macos', name: '맥(macOS)', short: '맥' },
  { key: 'ios', name: '아이폰·아이패드', short: '아이폰·아이패드' },
] as const satisfies { key: System; name: string; short: string }[]

export const systemNamed = (key: string) => SYSTEMS.find((system) => system.key === key)

/** The system at the end of an address such as `/use/windows`. */
export const systemAt = (pathname: string) =>
  systemNamed(pathname.replace(/\/+$/, '').split('/').pop() ?? '') ?? SYSTEMS[0]
