import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, get, post } from '../api/client'
import { SignedOut } from '../api/problem'
import { apiQuery } from '../api/queries'
import type { Agreement, Member, NewMember } from '../api/types'

export const MEMBER_PATH = '/api/v1/member'

/** Who is logged in; `null` for a visitor. Being a visitor is an answer, not a refusal. */
export const memberQuery = queryOptions({
  queryKey: [MEMBER_PATH],
  queryFn: ({ signal }) =>
    get<Member>(MEMBER_PATH, signal).catch((error: unknown) => {
      if (error instanceof SignedOut) return null
      throw error
    }),
})

export const signUpAgreementsQuery = apiQuery<Agreement[]>('/api/v1/agreements?for=sign-up')

/** Where to log in, and where to come back to afterwards. */
export const loginPath = (from: string) => `/login?callbackUrl=${encodeURIComponent(from)}`

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
