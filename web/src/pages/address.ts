const WORD = '[A-Za-z0-9-]{1,80}'

export const withoutSlash = (pathname: string) => pathname.replace(/(?<=.)\/+$/, '')

/** What this address has in the places of the path's `:words`; `null` where the path is another one's. */
export function paramsIn(path: string, address: string): Record<string, string> | null {
  if (!path.includes(':')) return address === path ? {} : null
  const words = new RegExp(`^${path.replaceAll(/:(\w+)/g, `(?<$1>${WORD})`)}$`).exec(address)
  return words && { ...words.groups }
}
