import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { apiQuery } from '../../api/queries'
import { useNavigate } from '../../ui/navigate'
import { FAQ, faqApi, faqsPath } from '../paths'

const SLUG = /^#([a-z0-9](?:-?[a-z0-9])*)$/

/**
 * A `#slug` in the address unfolds that answer and scrolls to it; an answer on another page of the list leads to that
 * page.
 */
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
      // Most browsers have already unfolded it and scrolled to it.
      if (entry.open) return
      entry.open = true
      entry.scrollIntoView()
      return
    }
    let isStillHere = true
    client.query(apiQuery(faqApi(slug))).then(
      ({ page }) => {
        const path = faqsPath(page)
        if (isStillHere && path !== FAQ + search) navigate(`${path}#${slug}`, { replace: true })
      },
      // There is no such answer (any more), so the list stays as it is.
      () => undefined,
    )
    return () => {
      isStillHere = false
    }
  }, [key, hash, client, navigate])
}
