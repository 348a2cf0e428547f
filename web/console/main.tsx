import './console.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router'
import { bearForeignNodes } from '../src/ui/foreign-nodes'
import { watchForeignNodes } from '../src/ui/watch-foreign-nodes'
import { App, makeConsoleClient, routesOf } from './app'
import { onUncaughtError } from './frame/uncaught'
import { screens } from './screens'

const client = makeConsoleClient()

window.addEventListener('vite:preloadError', (event) => {
  // A chunk of an older deploy is gone; the document names the new ones. Once for an address, so that it cannot go on for ever.
  const to = location.pathname + location.search
  if (sessionStorage.getItem('console:reloaded') === to) return
  sessionStorage.setItem('console:reloaded', to)
  event.preventDefault()
  location.reload()
})

bearForeignNodes()
watchForeignNodes()
createRoot(document.getElementById('root') as HTMLElement, { onUncaughtError }).render(
  <StrictMode>
    <App client={client} router={createBrowserRouter(routesOf(screens))} screens={screens} />
  </StrictMode>,
)

// Ninety files that the first paint need not wait for.
import('../src/ui/fonts.css').catch(() => undefined)
