import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/client'
import type { FoundIds, RecoveryStarted } from '../../api/types'

/** Who somebody says they are; named as the server names it. */
export interface Claim {
  mberNm: string
  mberId?: string
  email: string
}

export type Recovery = 'find-id' | 'reset-password'

const send = <Data>(path: string, body: unknown) =>
  call<Data>('POST', `/api/v1/user/${path}`, { body, authenticated: false })

/** The answer is the same whether there is such a member or not. */
export const useStartRecovery = (recovery: Recovery) =>
  useMutation({ mutationFn: (claim: Claim) => send<RecoveryStarted>(recovery, claim) })

export const useConfirmFindId = () =>
  useMutation({
    mutationFn: (proof: { verificationId: string; code: string }) => send<FoundIds>('find-id/confirm', proof),
  })

export const useConfirmReset = () =>
  useMutation({
    gcTime: 0, // the password is not to stay in the mutation cache
    mutationFn: (proof: { verificationId: string; code: string; mberPw: string }) =>
      send<null>('reset-password/confirm', proof),
  })
