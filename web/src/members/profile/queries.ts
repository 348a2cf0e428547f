import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { post, put, remove } from '../../api/client'
import { type Body, path } from '../../api/path'
import { apiQuery } from '../../api/queries'
import type { Profile } from '../../api/types'
import { memberQuery } from '../member'

export const profileQuery = apiQuery('/api/v1/member/profile')
export const sessionsQuery = apiQuery('/api/v1/member/sessions')

/** What each kind of change sends, by the last part of its path. */
interface Changes {
  name: Body<'/api/v1/member/name', 'put'>
  email: Body<'/api/v1/member/email', 'put'>
  phone: Body<'/api/v1/member/phone', 'put'>
  password: Body<'/api/v1/member/password', 'put'>
  consents: Body<'/api/v1/member/consents', 'put'>
}

/** Shows the profile that a change was answered with, and has the header read the name again. */
function show(client: QueryClient, profile: Profile) {
  client.setQueryData(profileQuery.queryKey, profile)
  void client.invalidateQueries({ queryKey: memberQuery.queryKey })
}

export function useChange<Part extends keyof Changes>(part: Part) {
  const client = useQueryClient()
  return useMutation({
    gcTime: 0, // a password is not to stay in the mutation cache
    mutationFn: (change: Changes[Part]) => put(`/api/v1/member/${part as keyof Changes}` as const, change),
    onSuccess: (profile) => show(client, profile),
  })
}

function useSessionsRefresh() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
}

export function useEndSession() {
  const onSuccess = useSessionsRefresh()
  return useMutation({
    mutationFn: (id: number) => remove(path('/api/v1/member/sessions/{session_id}', { session_id: id })),
    onSuccess,
  })
}

export function useEndOtherSessions() {
  const onSuccess = useSessionsRefresh()
  return useMutation({
    mutationFn: () => post('/api/v1/member/sessions/end-others'),
    onSuccess,
  })
}
