import './v8' // first: the others reach for what it puts in place
import { renderToString } from 'react-dom/server.browser'
import { StaticRouter } from 'react-router'
import { makeQueryClient } from './api/queries'
import { App } from './app'
import { listed, listPage, trail } from './found'
import type { Switches } from './page-route'
import { NOT_FOUND } from './routes'
import { apiOf, isNoindex, pageAt, pageModule, subjectOf } from './routing'
import { serverPages } from './server-pages'

function parts(url: string): { pathname: string; query: URLSearchParams } {
  const [pathname = '/', search = ''] = url.split('#', 1)[0]?.split(/\?(.*)/s) ?? []
  return { pathname, query: new URLSearchParams(search) }
}

const switchesOf = (off: (keyof Switches)[]): Switches =>
  Object.fromEntries(off.map((feature) => [feature, 'N']))

/** What the server must know before it can draw this address while these switches are off, as JSON. */
function plan(url: string, off: (keyof Switches)[]): string {
  const { pathname, query } = parts(url)
  const switches = switchesOf(off)
  const route = pageAt(pathname, switches)
  return JSON.stringify({
    status: route === NOT_FOUND ? 404 : 200,
    title: route.title,
    meta: route.meta,
    noindex: isNoindex(route, query),
    api: apiOf(route, query),
    subject: subjectOf(route, query) ?? '',
    texts: route.texts ?? '',
    auth: route.auth ?? 'public',
    chunks: [pageModule(route)],
    missing: [pageModule(NOT_FOUND)],
    cache: route.cache ?? false,
    page: listPage(route, query),
    trail: trail(pathname, switches),
  })
}

/** The fixed addresses that search engines are told of while these switches are off, as JSON. */
const listing = (off: (keyof Switches)[]) => JSON.stringify(listed(switchesOf(off)))

/** Draws the body from `[[path, data], …]`, as JSON. Throws when something the page needs is not among it. */
function render(url: string, dataJson: string): string {
  const client = makeQueryClient()
  for (const [path, data] of JSON.parse(dataJson) as [string, unknown][]) client.setQueryData([path], data)
  try {
    const html = renderToString(
      <StaticRouter location={url}>
        <App client={client} pages={serverPages} />
      </StaticRouter>,
    )
    return JSON.stringify({ html })
  } finally {
    client.clear()
  }
}

Object.assign(globalThis, { plan, render, listing })
