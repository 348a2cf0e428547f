const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/SamsungBrowser/, '삼성 인터넷'],
  [/Whale\//, '웨일'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrome|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
]

const first = (names: [RegExp, string][], text: string) => names.find(([shape]) => shape.test(text))?.[1]

/** What people call the browser and the system that this header came from. */
export function deviceOf(userAgent: string): string {
  const [browser, system] = [first(BROWSERS, userAgent), first(SYSTEMS, userAgent)]
  if (!browser && !system) return userAgent.slice(0, 60) || '알 수 없는 기기'
  return [browser ?? '알 수 없는 브라우저', system].filter(Boolean).join(' · ')
}
