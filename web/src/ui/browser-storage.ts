type Area = 'localStorage' | 'sessionStorage'

/** A text that this browser or this tab keeps. Where storage is switched off it reads as `null`, and nothing is kept. */
export const storedText = (area: Area, key: string) => ({
  get(): string | null {
    try {
      return window[area].getItem(key)
    } catch {
      return null
    }
  },
  /** `null` removes it. */
  set(text: string | null): void {
    try {
      if (text === null) window[area].removeItem(key)
      else window[area].setItem(key, text)
    } catch {
      // Off or full: what is kept only saves typing or clicks.
    }
  },
})

/** Like `storedText`, for a value that is written as JSON. */
export function stored<Value>(area: Area, key: string) {
  const text = storedText(area, key)
  return {
    get(): Value | null {
      try {
        return JSON.parse(text.get() ?? 'null') as Value | null
      } catch {
        return null
      }
    },
    set: (value: Value | null) => text.set(value && JSON.stringify(value)),
  }
}
