import { useMutation, useQuery } from '@tanstack/react-query'
import { AS_VISITOR, post } from '../../api/client'
import type { NewMember } from '../../api/types'

export const useSignUp = () =>
  useMutation({ mutationFn: (member: NewMember) => post('/api/v1/user/sign-up', member, AS_VISITOR) })

const ID_CHECK = '/api/v1/user/check-id'

/** Whether a login id is still free; `null` sends nothing. */
export const useIdCheck = (id: string | null) =>
  useQuery({
    queryKey: [ID_CHECK, id],
    queryFn: () => post(ID_CHECK, { mberId: id ?? '' }, AS_VISITOR),
    enabled: id !== null,
    staleTime: 30_000,
    retry: false,
  })
