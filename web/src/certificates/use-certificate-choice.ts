import { useEffect, useState } from 'react'
import type { CertificateRequest } from '../api/types'
import { chosenPath } from './pages-lead-to'

interface Choice {
  span: number | null
  name: CertificateRequest['name']
}

/** The address and the name that were chosen, kept in the address of the page so that they survive a reload and the way back. */
export function useCertificateChoice(spans: { id: number }[], query: URLSearchParams) {
  const [first] = useState<Choice>(() => ({
    span: (spans.find(({ id }) => String(id) === query.get('span')) ?? spans[0])?.id ?? null,
    name: query.get('name') === 'masked' ? 'masked' : 'full',
  }))
  const [choice, setChoice] = useState(first)

  useEffect(() => {
    // Here, because what draws the page on the server cannot go through the parameters of an address.
    const path = chosenPath(query, choice)
    // This page is still seen while the sheet is being loaded, whose address is there already.
    const isHere = path.startsWith(`${window.location.pathname}?`)
    // Not through the router, which would take this for a new page and ask for the list anew.
    if (choice !== first && isHere) window.history.replaceState(window.history.state, '', path)
  }, [choice, first, query])

  return { ...choice, choose: (change: Partial<Choice>) => setChoice((now) => ({ ...now, ...change })) }
}
