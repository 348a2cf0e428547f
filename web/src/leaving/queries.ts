import { useMutation } from '@tanstack/react-query'
import { post } from '../api/client'

export const useLeave = () =>
  useMutation({
    gcTime: 0, // the password is not to stay in the mutation cache
    mutationFn: (currentPw: string) => post('/api/v1/member/leave', { currentPw }),
  })
