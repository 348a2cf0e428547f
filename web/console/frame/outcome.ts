import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { path } from '../../src/api/path'
import { post } from './calls'
import { sessionQuery } from './session'
import type { Approval } from './types'

export interface Outcome {
  to: string
  label: string
}

/** Where to look at what came of a wish that was confirmed, for the two who may. */
export function outcomeOf(
  { id, action, state, mine, decidedBy, result }: Approval,
  self: number,
): Outcome | null {
  if (state !== 'confirmed' || !(mine || decidedBy?.id === self)) return null
  const made = (result ?? {}) as Record<string, unknown>
  switch (action) {
    case 'addresses.who':
      return { to: `/console/lookups?approval=${id}`, label: '조회 결과 보기' }
    case 'bulk.run':
    case 'incidents.credit':
      return { to: `/console/bulk/${made.runId}`, label: '처리 결과 보기' }
    case 'messages.broadcast':
      return { to: `/console/broadcasts?open=${made.broadcastId}`, label: '보낸 것 보기' }
    case 'gateways.take_over':
      return mine ? { to: '/console/gateways', label: '코드 만들기' } : null
    case 'exports.personal':
    case 'exports.member':
      return mine ? { to: '/console/exports', label: '내보낸 파일 보기' } : null
    default:
      return null
  }
}

/** Whoever asked has now read what became of it: it is counted as news no more. */
export function useSeen(approval: Approval | undefined) {
  const client = useQueryClient()
  const news = approval?.isNews ? approval.id : null
  useEffect(() => {
    if (news === null) return
    post(path('/api/v1/console/approvals/{id}/seen', { id: news }), undefined, { quiet: true }).then(
      () => client.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      // It stays news, and is told again.
      () => undefined,
    )
  }, [client, news])
}
