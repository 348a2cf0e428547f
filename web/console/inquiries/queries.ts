import { useQueryClient } from '@tanstack/react-query'
import type { Answer } from '../../src/api/path'
import { path } from '../../src/api/path'
import { useNavigate } from '../../src/ui/navigate'
import { showToast } from '../../src/ui/toast'
import { get } from '../frame/calls'
import { consoleQuery } from '../frame/queries'

export const QUEUE = '/api/v1/console/inquiries'

export type InquiryLine = Answer<'/api/v1/console/inquiries'>['items'][number]
export type Thread = Answer<'/api/v1/console/inquiries/{id}'>
export type Message = Thread['messages'][number]
export type Beside = Thread['beside']
export type Presence = Answer<'/api/v1/console/inquiries/{id}/presence', 'post'>
export type Canned = Answer<'/api/v1/console/inquiries/canned'>['items'][number]

export const threadQuery = (id: number) => consoleQuery(path('/api/v1/console/inquiries/{id}', { id }))
export const colleaguesQuery = consoleQuery('/api/v1/console/inquiries/colleagues')
export const cannedQuery = consoleQuery('/api/v1/console/inquiries/canned')

/** Has the thread and the queue loaded anew, after a member has written. */
export function useRefreshed(id: number) {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: threadQuery(id).queryKey }),
      client.invalidateQueries({ queryKey: [QUEUE] }),
    ])
}

/** Leads to whoever waits longest after this inquiry, in nobody's hands or one's own. */
export function useNext() {
  const navigate = useNavigate()
  return async (beyond?: number) => {
    try {
      const { id } = await get(path('/api/v1/console/inquiries/next', { beyond }))
      if (id === null) showToast('답변을 기다리는 다른 문의가 없습니다.')
      else navigate(`/console/inquiries/${id}`)
    } catch {
      showToast('다음 문의를 불러오지 못했습니다. 다시 눌러 주세요.')
    }
  }
}
