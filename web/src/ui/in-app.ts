import type { OwnSystem } from './own-system'

/** Apps whose own browsers save no files and forget what a page keeps, by what these browsers call themselves. */
const APPS: [pattern: RegExp, name: string][] = [
  [/KAKAOTALK/i, '카카오톡'],
  [/KAKAOSTORY/i, '카카오스토리'],
  [/NAVER\(inapp/i, '네이버 앱'],
  [/\bLine\//, '라인'],
  [/Instagram/, '인스타그램'],
  [/Barcelona/, '스레드'],
  [/FBAN|FBAV|FB_IAB/, '페이스북'],
  [/\bBAND\//, '밴드'],
  [/DaumApps|DaumCafe/, '다음 앱'],
  [/musical_ly|BytedanceWebview|TikTok/i, '틱톡'],
  [/Twitter for |TwitterAndroid/, 'X'],
  [/MicroMessenger/, '위챗'],
  // Any other app of Android, and of an iPhone, whose browsers all call themselves Safari.
  [/; wv\)/, '이 앱'],
  [/^(?!.*Safari\/).*\b(iPhone|iPad|iPod)\b.*AppleWebKit/, '이 앱'],
]

/** The app that shows this page in a browser of its own; `null` in a browser. */
export const appAround = (userAgent: string) => APPS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null

/** Apps that open no other app from a page. */
const CLOSED = ['위챗', '틱톡']

/**
 * An address that has the app open this page in the phone's browser; `null` where the app has none, as most have on iPhones.
 * Android reads an intent from the last `#` on, so that what stands behind the page's own one stays.
 */
export function wayOut(app: string, system: OwnSystem | undefined, address: string): string | null {
  if (app === '카카오톡') return `kakaotalk://web/openExternal?url=${encodeURIComponent(address)}`
  if (app === '라인') {
    const url = new URL(address)
    url.searchParams.set('openExternalBrowser', '1')
    return url.href
  }
  if (system !== 'android' || CLOSED.includes(app)) return null
  const { protocol } = new URL(address)
  return `intent:${address.slice(protocol.length)}#Intent;scheme=${protocol.slice(0, -1)};end`
}
