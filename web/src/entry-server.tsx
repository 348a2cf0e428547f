import './v8' // first: the others reach for what it puts in place
import { renderToString } from 'react-dom/server.browser'
import { StaticRouter } from 'react-router'
import { makeQueryClient } from './api/queries'
import { App } from './app'
import { SYSTEMS } from './content'
import { listed, listPage, trail } from './discovery'
import type { Switches } from './pages/page'
import { PAGES } from './routes'
import {
  apiOf,
  dispensableOf,
  firstPageBelow,
  isNoindex,
  pageAt,
  pageModule,
  structuredOf,
  subjectOf,
  textsOf,
} from './routing'
import { serverPages } from './server-pages'
import { NOT_FOUND } from './site/pages'

function parts(url: string): { pathname: string; query: URLSearchParams } {
  const [pathname = '/', search = ''] = url.split('#', 1)[0]?.split(/\?(.*)/s) ?? []
  return { pathname, query: new URLSearchParams(search) }
}

const switchesOf = (off: (keyof Switches)[]): Switches => Object.fromEntries(off.map((name) => [name, 'N']))

/** Where somebody is led by their operating system from an address above its pages. */
function pagesOfSystems(pathname: string): Record<string, string> {
  const first = firstPageBelow(pathname)
  const group = SYSTEMS.find(({ key }) => first?.endsWith(`/${key}`)) && first?.replace(/[^/]+$/, '')
  return group ? Object.fromEntries(SYSTEMS.map(({ key }) => [key, group + key])) : {}
}

/** What the server must know before it can draw this address while these switches are off, as JSON. */
function plan(url: string, off: (keyof Switches)[]): string {
  const { pathname, query } = parts(url)
  const switches = switchesOf(off)
  const page = pageAt(pathname, switches)
  return JSON.stringify({
    status: page === NOT_FOUND ? 404 : 200,
    leadsTo: firstPageBelow(pathname) ?? '',
    leadsSystemsTo: pagesOfSystems(pathname),
    title: page.title,
    description: page.description || '',
    noindex: isNoindex(page, query),
    api: apiOf(page, query),
    subject: subjectOf(page, query) ?? '',
    texts: textsOf(page, query) ?? '',
    dispensable: dispensableOf(page, query) ?? '',
    structuredType: page.structured?.type ?? '',
    structuredData: structuredOf(page, query) ?? '',
    auth: page.auth ?? 'public',
    subIds: page.subIds ?? '',
    chunks: [pageModule(page, query)],
    missing: [pageModule(NOT_FOUND, query)],
    cache: page.cache ?? false,
    secret: page.secret ?? false,
    page: listPage(page, query),
    trail: trail(pathname, switches),
  })
}

/** The fixed addresses that search engines are told of while these switches are off, as JSON. */
const listing = (off: (keyof Switches)[]) => JSON.stringify(listed(switchesOf(off)))

/** Draws the body's HTML from `[[path, data], …]`. Throws when something the page needs is not among it. */
function render(url: string, dataJson: string): string {
  const client = makeQueryClient()
  for (const [path, data] of JSON.parse(dataJson) as [string, unknown][]) client.setQueryData([path], data)
  try {
    return renderToString(
      <StaticRouter location={url}>
        <App client={client} pages={serverPages} />
      </StaticRouter>,
    )
  } finally {
    client.clear()
  }
}

// The table itself is for the browser tests, which walk every page.
Object.assign(globalThis, { plan, render, listing, PAGES })
