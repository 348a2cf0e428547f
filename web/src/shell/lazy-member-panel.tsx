import { lazy, Suspense } from 'react'
import type { MemberPanelProps } from './member-panel'

const MemberPanel = lazy(() => import('./member-panel'))

/** The member panel, whose code is loaded when it is first opened. */
export function LazyMemberPanel(props: MemberPanelProps) {
  return (
    <Suspense fallback={<div className={props.member ? 'min-h-37' : 'min-h-6'} />}>
      <MemberPanel {...props} />
    </Suspense>
  )
}
