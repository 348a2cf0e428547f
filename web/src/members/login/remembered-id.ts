const KEY = 'ieum:login-id'

/** The login id stored in this browser; empty if there is none or storage is switched off. */
export function rememberedId(): string {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

/** Stores the login id for the next time; `null` removes it. */
export function rememberId(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, id)
  } catch {
    // Storage is switched off: the member types the id again next time.
  }
}
