import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/client'
import type { FoundIds, RecoveryStarted } from '../../api/types'

/** What somebody claims about their account, in the field names of the server. */
export interface Claim {
  mberNm: string
  mberId?: string
  email: string
}

export type Recovery = 'find-id' | 'reset-password'

const send = <Data>(path: string, body: unknown) =>
  call<Data>('POST', `/api/v1/user/${path}`, { body, authenticated: false })

/** Sends a code if the claim matches a member; the answer is the same if it does not. */
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
