import { useMutation, useQueryClient } from '@tanstack/react-query'
import { post } from '../api/client'
import { memberQuery } from './member'

/** Ends the session and forgets everything that belonged to the member. */
export function useLogout(afterwards: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => post('/api/logout'),
    onSuccess: () => {
      client.removeQueries({ type: 'inactive' })
      client.setQueryData(memberQuery.queryKey, null)
      afterwards()
    },
  })
}
