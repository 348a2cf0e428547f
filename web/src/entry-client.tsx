import './ui/tokens.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import type { Path } from 'react-router'
import { post } from './api/client'
import { makeQueryClient } from './api/queries'
import type { Member } from './api/types'
import { App } from './app'
import { BrowserRouter, replaceAddress } from './browser-router'
import { clientPages } from './client-pages'
import { loginPath, MEMBER_API, SIGNED_OUT } from './members/paths'
import { dispensableOf, pageAt, subjectOf } from './routing'
import { expectTouchedPages, onUncaughtError, reloadAfterDeploy, reloadIfDeployed } from './shell'
import { configQuery } from './site'
import { NOT_FOUND } from './site/pages'
import { bearForeignNodes, isChangedByOthers } from './ui/foreign-nodes'
import { LIKELY_PAGE } from './ui/likely-page'

const client = makeQueryClient(endSession)
const pages = clientPages(client)

/**
 * A call was refused twice for want of a session. Only the server can delete the tokens: no script may see them. Where the
 * page holds something unfinished, the login opens over it (`members/session-ended.ts`).
 */
function endSession(isPageThere: boolean) {
  const { pathname, search } = location
  if (pathname === '/login') return // several calls may have been under way
  if (!dispatchEvent(new CustomEvent(SIGNED_OUT, { cancelable: true, detail: isPageThere }))) return
  post('/api/logout').catch(() => undefined)
  replaceAddress(loginPath(pathname + search))
  client.setQueryData([MEMBER_API], null)
}

const seed = document.getElementById('ieum-data')?.textContent
for (const [path, data] of JSON.parse(seed || '[]') as [string, unknown][]) {
  // `null` means that the server could not get the answer, so it is fetched again here; for the member, null is an answer.
  if (data !== null || path === MEMBER_API) client.setQueryData([path], data)
}

const member = () => client.getQueryData<Member | null>([MEMBER_API])
const switches = () => client.getQueryData(configQuery.queryKey) ?? {}

/** Where it is known that nobody is logged in, a member's page is not even asked for. */
const detour = ({ pathname, search }: Pick<Path, 'pathname' | 'search'>) =>
  member() === null && pageAt(pathname, switches()).auth === 'member'
    ? loginPath(pathname + search)
    : undefined

function expectPage(link: URL | HTMLAnchorElement) {
  const { pathname, search } = new URL(detour(link) ?? link.href, link.href)
  const page = pageAt(pathname, switches(), member())
  if (page !== NOT_FOUND) pages.expect(page, new URLSearchParams(search))
}

expectTouchedPages(expectPage)
addEventListener(LIKELY_PAGE, (event) =>
  expectPage(new URL((event as CustomEvent<string>).detail, location.href)),
)

window.addEventListener('vite:preloadError', (event) => {
  // Nobody has pressed anything: the page must not be loaded anew under somebody's hands.
  if (pages.isOnlyExpecting()) return
  // A chunk of an older deploy is gone. The address is already the one that was clicked.
  if (reloadAfterDeploy()) event.preventDefault()
})

async function start(root: HTMLElement) {
  const query = new URLSearchParams(location.search)
  const route = pageAt(location.pathname, switches(), member())
  const subject = subjectOf(route, query)
  // So it is for the one thing that the page is about, where the server says that it does not exist.
  if (subject && root.dataset.missing !== undefined) client.setQueryData([subject], null)
  // What the document was drawn without is not there until it has been taken over, and then it is asked for.
  const dispensable = dispensableOf(route, query)
  const isWithout = dispensable && client.getQueryData([dispensable]) === undefined
  if (isWithout) client.setQueryData([dispensable], null)
  // What fails here is shown by the page's error boundary, which asks once more.
  await Promise.resolve(pages.awaited(route, query)).catch(() => undefined)
  if (isWithout) void client.invalidateQueries({ queryKey: [dispensable] })
  const app = (
    <StrictMode>
      <BrowserRouter detour={detour}>
        <App client={client} pages={pages} />
      </BrowserRouter>
    </StrictMode>
  )
  const onRecoverableError = (error: unknown) => {
    // A translator or an extension is no deploy: React draws anew what was changed, and there is nothing to report.
    if (isChangedByOthers()) return
    if (!reloadIfDeployed(error)) reportError(error)
  }
  bearForeignNodes()
  if (root.dataset.hydrate === undefined || isChangedByOthers())
    createRoot(root, { onUncaughtError }).render(app)
  // As a transition it gives way every few milliseconds: what is on the screen answers while the rest is taken over.
  else startTransition(() => void hydrateRoot(root, app, { onRecoverableError, onUncaughtError }))
}

void start(document.getElementById('root') as HTMLElement)
