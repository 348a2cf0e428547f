import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../../api/client'
import { apiQuery } from '../../api/queries'
import type { Agreement, IdAvailability, NewMember } from '../../api/types'

export const signUpAgreementsQuery = apiQuery<Agreement[]>('/api/v1/agreements?for=sign-up')

const send = <Data>(path: string, body: unknown) => call<Data>('POST', path, { body, authenticated: false })

export const useSignUp = () =>
  useMutation({
    gcTime: 0, // the password is not to stay in the mutation cache
    mutationFn: (member: NewMember) => send<{ mberId: string }>('/api/v1/user/sign-up', member),
  })

const ID_CHECK = '/api/v1/user/check-id'

/** Whether a login id is still free; `null` sends nothing. */
export const useIdCheck = (id: string | null) =>
  useQuery({
    queryKey: [ID_CHECK, id],
    queryFn: () => send<IdAvailability>(ID_CHECK, { mberId: id }),
    enabled: id !== null,
    staleTime: 30_000,
    retry: false,
  })
