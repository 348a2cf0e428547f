import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { Pages } from './pages'
import { ErrorBoundary } from './site/error-boundary'
import { Shell } from './site/shell'

interface AppProps {
  client: QueryClient
  pages: Pages
}

/** The same tree on both sides, inside each side's own router, so that the browser takes over what was drawn. */
export function App({ client, pages }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <ErrorBoundary>
        <Shell pages={pages} />
      </ErrorBoundary>
    </QueryClientProvider>
  )
}
