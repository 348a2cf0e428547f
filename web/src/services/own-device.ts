import { type OwnSystem, systemOf } from '../ui/own-system'

/** The device that the member holds in their hands, as its browser reports it. */
export interface OwnDevice {
  system: OwnSystem | undefined
  word: '휴대폰' | '태블릿' | '컴퓨터'
  /** What it is called until the member gives it a name. */
  name: string
}

export function ownDeviceOf(userAgent: string, touchPoints: number): OwnDevice {
  const system = systemOf(userAgent, touchPoints)
  switch (system) {
    case 'ios':
      return /iPhone|iPod/.test(userAgent)
        ? { system, word: '휴대폰', name: '내 아이폰' }
        : { system, word: '태블릿', name: '내 아이패드' }
    case 'android':
      return /Mobile/.test(userAgent)
        ? { system, word: '휴대폰', name: '내 안드로이드 폰' }
        : { system, word: '태블릿', name: '내 안드로이드 태블릿' }
    case 'windows':
      return { system, word: '컴퓨터', name: '내 윈도우 PC' }
    case 'macos':
      return { system, word: '컴퓨터', name: '내 맥' }
    default:
      return { system, word: '컴퓨터', name: '내 컴퓨터' }
  }
}

/** For components that are shown after a press only: the server cannot know the device. */
export const ownDevice = () => ownDeviceOf(navigator.userAgent, navigator.maxTouchPoints)

/** The name, or with a number behind it if devices of the service are called so already. */
export function freeName(name: string, taken: string[]): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name} ${number}`
    if (!taken.includes(candidate)) return candidate
  }
}
