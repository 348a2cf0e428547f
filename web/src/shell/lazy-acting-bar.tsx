import { lazy, Suspense } from 'react'
import { useHydrated } from '../ui/hydrated'

const ActingBar = lazy(() => import('./acting-bar'))

/** Loaded only by whoever sees it. The server keeps its place, so that nothing moves when it comes. */
export function LazyActingBar({ loginId }: { loginId: string }) {
  const isHydrated = useHydrated()
  const place = <div className="h-16 bg-warn-tint" />
  return <Suspense fallback={place}>{isHydrated ? <ActingBar loginId={loginId} /> : place}</Suspense>
}
