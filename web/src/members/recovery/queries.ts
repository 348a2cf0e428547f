import { useMutation } from '@tanstack/react-query'
import { AS_VISITOR, post } from '../../api/client'

/** What somebody claims about their account, in the field names of the server. */
export interface Claim {
  mberNm: string
  mberId?: string
  email: string
}

export type Recovery = 'find-id' | 'reset-password'

/** Sends a code if the claim matches a member; the answer is the same if it does not. */
export const useStartRecovery = (recovery: Recovery) =>
  useMutation({ mutationFn: (claim: Claim) => post(`/api/v1/user/${recovery}` as const, claim, AS_VISITOR) })

export const useConfirmFindId = () =>
  useMutation({
    mutationFn: (proof: { verificationId: string; code: string }) =>
      post('/api/v1/user/find-id/confirm', proof, AS_VISITOR),
  })

/** The code and the new password, sent in one request. */
export interface ResetProof {
  verificationId: string
  code: string
  mberPw: string
  keepPasskeys: boolean
}

export const useConfirmReset = () =>
  useMutation({
    mutationFn: (proof: ResetProof & { agreements?: { key: string; version: string }[] }) =>
      post('/api/v1/user/reset-password/confirm', proof, AS_VISITOR),
  })
