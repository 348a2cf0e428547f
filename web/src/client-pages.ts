import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Callable } from './api/path'
import { apiQuery, apiQueryOrNull } from './api/queries'
import { memberQuery } from './members'
import type { Page } from './pages/page'
import { fileOf, type PageModule, type PageSource, PageUnreachable } from './pages/page-source'
import { apiOf, subjectOf, textsOf } from './routing'
import { trackWaiting } from './shell'

/**
 * How long a failed load is remembered: long enough to draw the error instead of retrying, short enough to try again
 * soon.
 */
const FAILURE_STANDS_FOR = 3000

const modules = import.meta.glob<PageModule | undefined>('./**/*.page.tsx')

/**
 * Fetches a page's code and data side by side. A page is drawn once both are there, so that it never shows half of
 * itself.
 */
export function clientPages(client: QueryClient): PageSource {
  const components = new Map<string, ComponentType>()
  const loading = new Map<string, Promise<unknown>>()

  async function load(page: Page) {
    const fetchModule = modules[fileOf(page)]
    if (!fetchModule) throw new Error(`No module draws ${page.path}`)
    const module = await fetchModule().catch((cause: Error) => {
      throw new PageUnreachable(cause.message, { cause })
    })
    // The file belonged to an older deploy; `vite:preloadError` is already loading the document again.
    if (!module) return new Promise<never>(() => undefined)
    components.set(page.file, module.default)
  }

  async function prepare(page: Page, paths: Callable<'get'>[], mayBeMissing: (string | undefined)[]) {
    const code = components.has(page.file) ? null : load(page)
    const fetched = (path: Callable<'get'>) =>
      mayBeMissing.includes(path) ? client.query(apiQueryOrNull(path)) : client.query(apiQuery(path))
    // First of all: a visitor at a member's page is sent to the login instead of being refused call by call.
    const member = await client.query(memberQuery)
    const mayEnter = page.auth !== 'member' || member !== null
    await Promise.all([code, ...(mayEnter ? paths.map(fetched) : [])])
  }

  return {
    awaited(page, query) {
      const paths = apiOf(page, query).filter((path) => path !== memberQuery.queryKey[0])
      const isThere = (path: string) => client.getQueryData([path]) !== undefined
      const visitor = client.getQueryData(memberQuery.queryKey) === null
      if (components.has(page.file) && ((visitor && page.auth === 'member') || paths.every(isThere)))
        return null

      const key = [page.file, ...paths].join()
      const started =
        loading.get(key) ?? trackWaiting(prepare(page, paths, [subjectOf(page, query), textsOf(page, query)]))
      if (!loading.has(key)) {
        loading.set(key, started)
        const forget = () => loading.delete(key)
        started.then(forget, () => setTimeout(forget, FAILURE_STANDS_FOR))
      }
      return started
    },
    // It is there: nothing is awaited any more when this is called.
    component: (page) => components.get(page.file) as ComponentType,
  }
}
