import { useMutation, useQueryClient } from '@tanstack/react-query'
import { post, remove } from '../../api/client'
import { path } from '../../api/path'
import { apiQuery } from '../../api/queries'
import type { Passkey } from '../../api/types'
import { createPasskey } from '../webauthn'

export const securityQuery = apiQuery('/api/v1/member/security')

/** Reloads the security settings after a change. */
function useRefresh() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: securityQuery.queryKey })
}

const NOT_KEPT = { gcTime: 0 } // neither passwords nor secrets are to stay in the mutation cache

export const useStartTotp = () =>
  useMutation({
    ...NOT_KEPT,
    mutationFn: (currentPw: string) => post('/api/v1/member/totp', { currentPw }),
  })

export const useConfirmTotp = () => {
  const onSuccess = useRefresh()
  return useMutation({
    ...NOT_KEPT,
    mutationFn: (code: string) => post('/api/v1/member/totp/confirm', { code }),
    onSuccess,
  })
}

export const useDisableTotp = () => {
  const onSuccess = useRefresh()
  return useMutation({
    ...NOT_KEPT,
    mutationFn: (currentPw: string) => post('/api/v1/member/totp/disable', { currentPw }),
    onSuccess,
  })
}

export const useNewRecoveryCodes = () => {
  const onSuccess = useRefresh()
  return useMutation({
    ...NOT_KEPT,
    mutationFn: (currentPw: string) => post('/api/v1/member/totp/recovery-codes', { currentPw }),
    onSuccess,
  })
}

/** Adds a passkey. Between the two calls the browser creates it, with the person's finger, face or PIN. */
export const useAddPasskey = () => {
  const onSuccess = useRefresh()
  return useMutation({
    ...NOT_KEPT,
    mutationFn: async ({ name, currentPw }: { name: string; currentPw: string }) => {
      const { challengeId, options } = await post('/api/v1/member/passkeys/options', { currentPw })
      const credential = await createPasskey(options)
      return post('/api/v1/member/passkeys', { challengeId, name, credential })
    },
    onSuccess,
  })
}

export const useRemovePasskey = () => {
  const onSuccess = useRefresh()
  return useMutation({
    mutationFn: (id: Passkey['id']) =>
      remove(path('/api/v1/member/passkeys/{passkey_id}', { passkey_id: id })),
    onSuccess,
  })
}
