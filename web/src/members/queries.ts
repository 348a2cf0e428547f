import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, post } from '../api/client'
import { apiQuery } from '../api/queries'
import type { Agreement, NewMember } from '../api/types'
import { memberQuery } from './member'

export const signUpAgreementsQuery = apiQuery<Agreement[]>('/api/v1/agreements?for=sign-up')

export interface Credentials {
  mberId: string
  mberPw: string
}

/** Starts a session; resolves when everything on the page is the member's. */
export function useLogin() {
  const client = useQueryClient()
  return useMutation({
    gcTime: 0, // the password is not to stay in the mutation cache
    mutationFn: (credentials: Credentials) =>
      call<null>('POST', '/api/login', {
        body: credentials,
        headers: { 'x-platform': 'web' },
        authenticated: false,
      }),
    onSuccess: async () => {
      client.removeQueries({ type: 'inactive' })
      await client.invalidateQueries({}, { throwOnError: true })
    },
  })
}

export const useSignUp = () =>
  useMutation({
    gcTime: 0, // as above
    mutationFn: (member: NewMember) =>
      call<{ mberId: string }>('POST', '/api/v1/user/sign-up', { body: member, authenticated: false }),
  })

/** Ends the session and forgets everything that belonged to the member. */
export function useLogout(afterwards: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => post<null>('/api/logout'),
    onSuccess: () => {
      client.removeQueries({ type: 'inactive' })
      client.setQueryData(memberQuery.queryKey, null)
      afterwards()
    },
  })
}
