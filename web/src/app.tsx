import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { PageSource } from './pages/page-source'
import { ErrorBoundary, Shell } from './shell'

interface AppProps {
  client: QueryClient
  pages: PageSource
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
