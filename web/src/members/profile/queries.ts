import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, post, put, remove } from '../../api/client'
import { apiQuery } from '../../api/queries'
import type { Leaving, Profile, Session } from '../../api/types'
import { memberQuery } from '../member'

const MEMBER = '/api/v1/member'

export const profileQuery = apiQuery<Profile>(`${MEMBER}/profile`)
export const sessionsQuery = apiQuery<Session[]>(`${MEMBER}/sessions`)
export const leavingQuery = apiQuery<Leaving>(`${MEMBER}/leaving`)

/** What each kind of change sends, by the last part of its path. */
interface Changes {
  name: { mberNm: string }
  email: { email: string; verificationId?: string; currentPw: string }
  phone: { phone: string; verificationId?: string; currentPw: string }
  password: { currentPw: string; mberPw: string }
  consents: { smsRcvYn: 'Y' | 'N'; mailRcvYn: 'Y' | 'N' }
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
    mutationFn: (change: Changes[Part]) => put<Profile>(`${MEMBER}/${part}`, change),
    onSuccess: (profile) => show(client, profile),
  })
}

function useSessionsRefresh() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey })
}

export function useEndSession() {
  const onSuccess = useSessionsRefresh()
  return useMutation({ mutationFn: (id: number) => remove(`${MEMBER}/sessions/${id}`), onSuccess })
}

export function useEndOtherSessions() {
  const onSuccess = useSessionsRefresh()
  return useMutation({
    mutationFn: () => post<{ ended: number }>(`${MEMBER}/sessions/end-others`),
    onSuccess,
  })
}

export const useLeave = () =>
  useMutation({
    gcTime: 0, // as above
    mutationFn: (currentPw: string) => call<null>('POST', `${MEMBER}/leave`, { body: { currentPw } }),
  })
