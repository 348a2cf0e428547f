import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Callable } from './api/path'
import { apiQuery, apiQueryOrNull, dispensableQuery } from './api/queries'
import { memberQuery } from './members'
import type { Page } from './pages/page'
import { fileOf, type PageModule, type PageSource, PageUnreachable } from './pages/page-source'
import { apiOf, dispensableOf, subjectOf, textsOf } from './routing'
import { trackWaiting } from './shell'

/**
 * How long a failed load is remembered: long enough to draw the error instead of retrying, short enough to try again
 * soon.
 */
const FAILURE_STANDS_FOR = 3000

/** A page waits no longer for what it can do without; what comes later is shown then. */
const BRIEFLY = 1000

const modules = import.meta.glob<PageModule | undefined>('./**/*.page.tsx')

/** A page on its way. */
interface Loading {
  done: Promise<unknown>
  /** The same, for whoever draws the page; `null` while it is only expected. */
  awaited: Promise<unknown> | null
}

export interface ClientPages extends PageSource {
  /** Begins to load a page that somebody is about to open. A failure is forgotten: opening the page tries again. */
  expect: (page: Page, query: URLSearchParams) => void
  /** Whether pages are being loaded that nobody has opened. */
  isOnlyExpecting: () => boolean
}

/**
 * Fetches a page's code and data side by side. A page is drawn once both are there, so that it never shows half of
 * itself.
 */
export function clientPages(client: QueryClient): ClientPages {
  const components = new Map<string, ComponentType>()
  const loading = new Map<string, Loading>()

  async function load(file: string) {
    const fetchModule = modules[file]
    if (!fetchModule) throw new Error(`There is no module ${file}`)
    const module = await fetchModule().catch((cause: Error) => {
      throw new PageUnreachable(cause.message, { cause })
    })
    // The file belonged to an older deploy; `vite:preloadError` is already loading the document again.
    if (!module) return new Promise<never>(() => undefined)
    components.set(file, module.default)
  }

  async function prepare(page: Page, query: URLSearchParams, file: string, paths: Callable<'get'>[]) {
    const subject = subjectOf(page, query)
    const dispensable = dispensableOf(page, query)
    const mayBeMissing: (string | undefined)[] = [subject, textsOf(page, query)]
    const code = components.has(file) ? null : load(file)
    code?.catch(() => undefined) // it may fail while the member is still being asked for
    const fetched = (path: Callable<'get'>): Promise<unknown> => {
      if (path === dispensable) {
        const late = new Promise((resolve) => setTimeout(resolve, BRIEFLY))
        return Promise.race([client.query(dispensableQuery(path)).catch(() => null), late])
      }
      return mayBeMissing.includes(path) ? client.query(apiQueryOrNull(path)) : client.query(apiQuery(path))
    }
    const member = client.query(memberQuery)
    // A visitor at a member's page is sent to the login instead of being refused call by call.
    const mayEnter = page.auth !== 'member' || client.getQueryData(memberQuery.queryKey) || (await member)
    // Where the subject is missing, its lists are refused, too, and the page says that it is not there.
    const isMissing = async () => mayEnter && subject && (await fetched(subject)) === null
    await Promise.all([code, member, ...(mayEnter ? paths.map(fetched) : [])]).catch(async (error) => {
      if (!(await isMissing())) throw error
    })
  }

  /** The loading under way or begun now, by its key; `null` when all of the page is there. */
  function begin(page: Page, query: URLSearchParams): [string, Loading] | null {
    const paths = apiOf(page, query).filter((path) => path !== memberQuery.queryKey[0])
    // What the page can do without is fetched with the rest, but alone it is nothing to wait for.
    const dispensable = dispensableOf(page, query)
    const isThere = (path: string) => path === dispensable || client.getQueryData([path]) !== undefined
    if (client.getQueryData([subjectOf(page, query)]) === null) return null // another page is drawn
    const visitor = client.getQueryData(memberQuery.queryKey) === null
    const file = fileOf(page, query)
    if (components.has(file) && ((visitor && page.auth === 'member') || paths.every(isThere))) return null

    const key = [file, ...paths].join()
    const found = loading.get(key)
    if (found) return [key, found]
    const done = prepare(page, query, file, paths)
    const begun: Loading = { done, awaited: null }
    loading.set(key, begun)
    const forget = () => begun.awaited === null && loading.delete(key)
    done.then(forget, forget)
    return [key, begun]
  }

  return {
    awaited(page, query) {
      const begun = begin(page, query)
      if (begun === null) return null
      const [key, one] = begun
      if (one.awaited === null) {
        one.awaited = trackWaiting(one.done)
        const forget = () => loading.delete(key)
        one.awaited.then(forget, () => setTimeout(forget, FAILURE_STANDS_FOR))
      }
      return one.awaited
    },
    // It is there: nothing is awaited any more when this is called.
    component: (page, query) => components.get(fileOf(page, query)) as ComponentType,
    expect: (page, query) => void begin(page, query),
    isOnlyExpecting: () => loading.size > 0 && [...loading.values()].every(({ awaited }) => awaited === null),
  }
}
