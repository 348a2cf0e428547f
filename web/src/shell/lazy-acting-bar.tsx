import { lazy, Suspense } from 'react'
import { useHydrated } from '../ui/hydrated'

const ActingBar = lazy(() => import('./acting-bar'))

/** The bar's words are at hand on the server; its button is loaded by whoever sees it. */
export function LazyActingBar({ loginId }: { loginId: string }) {
  const isHydrated = useHydrated()
  const place = <div className="h-14 bg-warn-tint" />
  return <Suspense fallback={place}>{isHydrated ? <ActingBar loginId={loginId} /> : place}</Suspense>
}
