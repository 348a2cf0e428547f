import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { PageSource } from './pages/page-source'
import { ErrorBoundary, Shell } from './shell'

interface AppProps {
  client: QueryClient
  pages: PageSource
}

/**
 * The whole app. Server and browser render the same tree, each inside its own router, so that the browser can hydrate
 * it.
 */
export function App({ client, pages }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <ErrorBoundary isOutermost>
        <Shell pages={pages} />
      </ErrorBoundary>
    </QueryClientProvider>
  )
}
