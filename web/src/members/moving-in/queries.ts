import { queryOptions, useMutation } from '@tanstack/react-query'
import { AS_VISITOR, post } from '../../api/client'
import type { AgreedTo } from '../../api/types'

/** Whose password a link sets. Asking uses nothing up. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['moving-link', token],
    queryFn: () => post('/api/v1/moving-in/look-up', { token }, AS_VISITOR),
    staleTime: Number.POSITIVE_INFINITY, // what it says does not change, and its use says whether it still works
  })

interface FirstLogin {
  token: string
  mberPw: string
  agreements: AgreedTo[]
}

/** Sets the password, records what was agreed to, and begins a session. */
export const useLink = () =>
  useMutation({
    mutationFn: (form: FirstLogin) => post('/api/v1/moving-in/use', form, AS_VISITOR),
  })
