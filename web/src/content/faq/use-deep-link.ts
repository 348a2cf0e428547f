import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { FAQ, faqsPath } from '../paths'
import { faqQuery } from '../queries'

const SLUG = /^#([a-z0-9](?:-?[a-z0-9])*)$/

/** `#slug` unfolds that answer and brings it into sight; one that stands on another page leads there. */
export function useDeepLink() {
  const { key, hash, search } = useLocation()
  const client = useQueryClient()
  const navigate = useNavigate()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again is another visit, told by its key; the query changes with it
  useEffect(() => {
    const [, slug] = SLUG.exec(hash) ?? []
    if (slug === undefined) return
    const entry = document.getElementById(slug)?.closest('details')
    if (entry) {
      // Most browsers have done both by themselves.
      if (entry.open) return
      entry.open = true
      entry.scrollIntoView()
      return
    }
    let isStillHere = true
    client.query(faqQuery(slug)).then(
      ({ page }) => {
        const path = faqsPath(page)
        if (isStillHere && path !== FAQ + search) navigate(`${path}#${slug}`, { replace: true })
      },
      // There is no such answer (any more): the list is all there is to show.
      () => undefined,
    )
    return () => {
      isStillHere = false
    }
  }, [key, hash, client, navigate])
}
