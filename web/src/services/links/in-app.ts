/** Apps whose own browsers save no files, or hand them to no other app, by what these browsers call themselves. */
const APPS: [pattern: RegExp, name: string][] = [
  [/KAKAOTALK/i, '카카오톡'],
  [/NAVER\(inapp/i, '네이버 앱'],
  [/\bLine\//, '라인'],
  [/Instagram/, '인스타그램'],
  [/FBAN|FBAV/, '페이스북'],
  [/BAND\//, '밴드'],
]

/** The app that shows this page in a browser of its own; `null` in a browser. */
export const appAround = (userAgent: string) => APPS.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null

/** Has KakaoTalk open an address in the phone's browser. Other apps have no such address. */
export const outOfKakao = (address: string) =>
  `kakaotalk://web/openExternal?url=${encodeURIComponent(address)}`
