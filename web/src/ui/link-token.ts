import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { storedText } from './browser-storage'

/** Whether a fragment is no more than the place of the page's text, to which its first link leads: a token gives way to it. */
export const isWithinPage = (hash: string) => hash === '' || hash === '#content'

/** A kind of link whose token stands behind the `#`, where no server sees it, and under which name a tab keeps the last one. */
export const linkToken = (key: string, shape: RegExp) => ({
  ...storedText('sessionStorage', key),
  /** The token in an address's fragment; `null` where it was cut, or there is none. */
  in: (hash: string) => (shape.test(hash.slice(1)) ? hash.slice(1) : null),
})

export type LinkKind = ReturnType<typeof linkToken>

/**
 * The token that this tab was opened with. It is kept against links within the page. A fragment that is neither such a
 * place nor a token is a link that was cut: it opens nothing, and not what another link had opened before.
 */
export function useLinkToken(kind: LinkKind): string | null {
  const { hash } = useLocation()
  const [last, setLast] = useState(kind.get)
  const token = isWithinPage(hash) ? last : kind.in(hash)
  useEffect(() => {
    setLast(token)
    kind.set(token)
  }, [token, kind])
  return token
}
