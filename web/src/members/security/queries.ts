import { useMutation, useQueryClient } from '@tanstack/react-query'
import { post, remove } from '../../api/client'
import { apiQuery } from '../../api/queries'
import type { Ceremony, Passkey, RecoveryCodes, Security, TotpSecret } from '../../api/types'
import { createPasskey } from '../webauthn'

const MEMBER = '/api/v1/member'

export const securityQuery = apiQuery<Security>(`${MEMBER}/security`)

/** Reloads the security settings after a change. */
function useRefresh() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: securityQuery.queryKey })
}

const NOT_KEPT = { gcTime: 0 } // neither passwords nor secrets are to stay in the mutation cache

export const useStartTotp = () =>
  useMutation({
    ...NOT_KEPT,
    mutationFn: (currentPw: string) => post<TotpSecret>(`${MEMBER}/totp`, { currentPw }),
  })

export const useConfirmTotp = () => {
  const onSuccess = useRefresh()
  return useMutation({
    ...NOT_KEPT,
    mutationFn: (code: string) => post<RecoveryCodes>(`${MEMBER}/totp/confirm`, { code }),
    onSuccess,
  })
}

export const useDisableTotp = () => {
  const onSuccess = useRefresh()
  return useMutation({
    ...NOT_KEPT,
    mutationFn: (currentPw: string) => post<null>(`${MEMBER}/totp/disable`, { currentPw }),
    onSuccess,
  })
}

export const useNewRecoveryCodes = () => {
  const onSuccess = useRefresh()
  return useMutation({
    ...NOT_KEPT,
    mutationFn: (currentPw: string) => post<RecoveryCodes>(`${MEMBER}/totp/recovery-codes`, { currentPw }),
    onSuccess,
  })
}

/** Adds a passkey. Between the two calls the browser creates it, with the person's finger, face or PIN. */
export const useAddPasskey = () => {
  const onSuccess = useRefresh()
  return useMutation({
    ...NOT_KEPT,
    mutationFn: async ({ name, currentPw }: { name: string; currentPw: string }) => {
      const { challengeId, options } = await post<Ceremony<PublicKeyCredentialCreationOptionsJSON>>(
        `${MEMBER}/passkeys/options`,
        { currentPw },
      )
      const credential = await createPasskey(options)
      return post<Passkey>(`${MEMBER}/passkeys`, { challengeId, name, credential })
    },
    onSuccess,
  })
}

export const useRemovePasskey = () => {
  const onSuccess = useRefresh()
  return useMutation({ mutationFn: (id: Passkey['id']) => remove(`${MEMBER}/passkeys/${id}`), onSuccess })
}
