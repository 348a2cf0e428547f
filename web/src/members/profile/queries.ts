import { useMutation, useQueryClient } from '@tanstack/react-query'
import { post, put, remove } from '../../api/client'
import { type Body, path } from '../../api/path'
import { apiQuery } from '../../api/queries'
import { useChangeOf } from '../change'
import { memberQuery } from '../member'

export const profileQuery = apiQuery('/api/v1/member/profile')
export const sessionsQuery = apiQuery('/api/v1/member/sessions')
export const looksQuery = apiQuery('/api/v1/member/looks')

/** What each kind of change sends, by the last part of its path. */
interface Changes {
  name: Body<'/api/v1/member/name', 'put'>
  email: Body<'/api/v1/member/email', 'put'>
  phone: Body<'/api/v1/member/phone', 'put'>
  password: Body<'/api/v1/member/password', 'put'>
  consents: Body<'/api/v1/member/consents', 'put'>
}

/** Shows the profile that the change is answered with, and has the header read the name again. */
export function useChange<Part extends keyof Changes>(part: Part) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Changes[Part]) => put(`/api/v1/member/${part as keyof Changes}` as const, change),
    onSuccess: (profile) => {
      client.setQueryData(profileQuery.queryKey, profile)
      void client.invalidateQueries({ queryKey: memberQuery.queryKey })
    },
  })
}

export const useEndSession = () =>
  useChangeOf(sessionsQuery, (id: number) =>
    remove(path('/api/v1/member/sessions/{session_id}', { session_id: id })),
  )

export const useEndOtherSessions = () =>
  useChangeOf(sessionsQuery, () => post('/api/v1/member/sessions/end-others'))
