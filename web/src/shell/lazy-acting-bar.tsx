import { lazy, Suspense } from 'react'
import type { Member } from '../api/types'
import { useHydrated } from '../ui/hydrated'

const ActingBar = lazy(() => import('./acting-bar'))
const LookBar = lazy(() => import('./look-bar'))

/** Loaded only by whoever sees it. The server keeps its place, so that nothing moves when it comes. */
export function LazyActingBar({ member }: { member: Member }) {
  const isHydrated = useHydrated()
  if (member.kind !== 'acting' && !member.lookUntil) return null
  const Bar = member.lookUntil ? LookBar : ActingBar
  const place = <div className="h-16 bg-warn-tint" />
  return <Suspense fallback={place}>{isHydrated ? <Bar member={member} /> : place}</Suspense>
}
