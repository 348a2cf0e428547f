import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { apiQuery, subjectQuery } from './api/queries'
import { memberQuery } from './members/member'
import type { PageRoute } from './page-route'
import { fileOf, type PageModule, type Pages, PageUnreachable } from './pages'
import { apiOf, subjectOf } from './routing'
import { trackWaiting } from './site/waiting'

/** Long enough for the page's error to be drawn instead of another attempt, short enough to try again soon. */
const FAILURE_STANDS_FOR = 3000

const modules = import.meta.glob<PageModule | undefined>('./**/*.page.tsx')

/** A page waits for its code and its data, fetched side by side, so that it never shows half of itself. */
export function clientPages(client: QueryClient): Pages {
  const drawn = new Map<string, ComponentType>()
  const underWay = new Map<string, Promise<unknown>>()

  async function load(route: PageRoute) {
    const fetchModule = modules[fileOf(route)]
    if (!fetchModule) throw new Error(`No module draws ${route.path}`)
    const module = await fetchModule().catch((cause: Error) => {
      throw new PageUnreachable(cause.message, { cause })
    })
    // Its file is gone with an older deploy, and the document is on its way anew (`vite:preloadError`).
    if (!module) return new Promise<never>(() => undefined)
    drawn.set(route.page, module.default)
  }

  async function prepare(route: PageRoute, paths: string[], mayBeMissing: (string | undefined)[]) {
    const code = drawn.has(route.page) ? null : load(route)
    const fetched = (path: string) =>
      mayBeMissing.includes(path) ? client.query(subjectQuery(path)) : client.query(apiQuery(path))
    // Asked first: a visitor at a member's page is sent to log in, not refused call by call.
    const member = await client.query(memberQuery)
    const mayEnter = route.auth !== 'member' || member !== null
    await Promise.all([code, ...(mayEnter ? paths.map(fetched) : [])])
  }

  return {
    awaited(route, query) {
      const paths = apiOf(route, query).filter((path) => path !== memberQuery.queryKey[0])
      const isThere = (path: string) => client.getQueryData([path]) !== undefined
      const visitor = client.getQueryData(memberQuery.queryKey) === null
      if (drawn.has(route.page) && ((visitor && route.auth === 'member') || paths.every(isThere))) return null

      const key = [route.page, ...paths].join()
      const started =
        underWay.get(key) ?? trackWaiting(prepare(route, paths, [subjectOf(route, query), route.texts]))
      if (!underWay.has(key)) {
        underWay.set(key, started)
        const forget = () => underWay.delete(key)
        started.then(forget, () => setTimeout(forget, FAILURE_STANDS_FOR))
      }
      return started
    },
    component(route) {
      const component = drawn.get(route.page)
      if (!component) throw new Error(`The page ${route.page} is drawn before it is there`)
      return component
    },
  }
}
