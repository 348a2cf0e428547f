import { State } from '../frame/state'
import type { IncidentLine } from './queries'

/** Whether an incident goes on, and whether a clock has run out. */
export function Standing({
  incident,
}: {
  incident: Pick<IncidentLine, 'closedAt' | 'confirmedAt' | 'dueAt'>
}) {
  if (incident.closedAt !== null) return <State>마침</State>
  if (incident.dueAt && Date.parse(incident.dueAt) < Date.now()) return <State tone="danger">기한 지남</State>
  if (incident.confirmedAt === null) return <State tone="warn">가능성 있음</State>
  return <State tone="warn">대응 중</State>
}
