import { useMutation } from '@tanstack/react-query'
import { post } from '../../api/client'
import { path } from '../../api/path'
import { apiQuery } from '../../api/queries'
import type { Passkey } from '../../api/types'
import { useChangeOf } from '../change'
import { createPasskey } from '../webauthn'

export const securityQuery = apiQuery('/api/v1/member/security')

export const useStartTotp = () =>
  useMutation({ mutationFn: (currentPw: string) => post('/api/v1/member/totp', { currentPw }) })

export const useConfirmTotp = () =>
  useChangeOf(securityQuery, (code: string) => post('/api/v1/member/totp/confirm', { code }))

export const useDisableTotp = () =>
  useChangeOf(securityQuery, (currentPw: string) => post('/api/v1/member/totp/disable', { currentPw }))

export const useNewRecoveryCodes = () =>
  useChangeOf(securityQuery, (currentPw: string) => post('/api/v1/member/totp/recovery-codes', { currentPw }))

/** Adds a passkey. Between the two calls the browser creates it, with the person's finger, face or PIN. */
export const useAddPasskey = () =>
  useChangeOf(securityQuery, async ({ name, currentPw }: { name: string; currentPw: string }) => {
    const { challengeId, options } = await post('/api/v1/member/passkeys/options', { currentPw })
    const credential = await createPasskey(options)
    return post('/api/v1/member/passkeys', { challengeId, name, credential })
  })

export const useRemovePasskey = () =>
  useChangeOf(securityQuery, ({ id, currentPw }: { id: Passkey['id']; currentPw: string }) =>
    post(path('/api/v1/member/passkeys/{passkey_id}/remove', { passkey_id: id }), { currentPw }),
  )
