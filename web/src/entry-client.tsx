import './ui/tokens.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { makeQueryClient } from './api/queries'
import { App } from './app'
import { BrowserRouter } from './browser-router'
import { clientPages } from './client-pages'
import { MEMBER_PATH } from './members/member'
import { pageAt } from './routes'
import { forgetReloads, reloadAfterDeploy, reloadIfDeployed } from './site/recovery'

// A page of a member whose session ended notices by itself and leads to the login.
const client = makeQueryClient(() => client.setQueryData([MEMBER_PATH], null))
const pages = clientPages(client)

const seed = document.getElementById('ieum-data')?.textContent
for (const [path, data] of JSON.parse(seed || '[]') as [string, unknown][]) {
  // An answer that could not be had is asked for again from here; for the member, null is an answer.
  if (data !== null || path === MEMBER_PATH) client.setQueryData([path], data)
}

window.addEventListener('vite:preloadError', (event) => {
  // A chunk of an older deploy is gone. The address is already the one that was clicked.
  if (reloadAfterDeploy()) event.preventDefault()
})

async function start(root: HTMLElement) {
  const query = new URLSearchParams(location.search)
  const isReady = await Promise.resolve(pages.awaited(pageAt(location.pathname), query)).then(
    () => true,
    () => false, // shown by the page's error boundary, which asks once more
  )
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App client={client} pages={pages} />
      </BrowserRouter>
    </StrictMode>
  )
  const onRecoverableError = (error: unknown) => {
    if (!reloadIfDeployed(error)) reportError(error)
  }
  if (root.dataset.hydrate === undefined) createRoot(root).render(app)
  else hydrateRoot(root, app, { onRecoverableError })
  if (isReady) forgetReloads()
  // Not before the text is there: 90 font files are nothing the first paint should wait for.
  await import('./ui/fonts.css')
}

void start(document.getElementById('root') as HTMLElement)
