import { useMutation } from '@tanstack/react-query'
import { AS_VISITOR, post } from '../../api/client'
import { path } from '../../api/path'
import type { Channel, Purpose } from '../../api/types'

export const useSendCode = () =>
  useMutation({
    mutationFn: (wanted: { channel: Channel; target: string; purpose: Purpose }) =>
      post('/api/v1/verifications', wanted, AS_VISITOR),
  })

export const useConfirmCode = () =>
  useMutation({
    mutationFn: ({ id, code }: { id: string; code: string }) =>
      post(
        path('/api/v1/verifications/{verification_id}/confirm', { verification_id: id }),
        { code },
        AS_VISITOR,
      ),
  })

export const startIdentity = (purpose: Purpose) =>
  post('/api/v1/identity-verifications', { purpose }, AS_VISITOR)

export const confirmIdentity = (id: string) =>
  post(
    path('/api/v1/identity-verifications/{verification_id}/confirm', { verification_id: id }),
    {},
    AS_VISITOR,
  )
