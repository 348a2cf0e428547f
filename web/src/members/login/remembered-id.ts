const KEY = 'ieum:login-id'

/** The id that this browser was asked to keep. A browser that keeps nothing for us has none. */
export function rememberedId(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

/** `null` forgets. */
export function rememberId(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, id)
  } catch {
    // Storage is switched off: the id is typed again next time, nothing else is lost.
  }
}
