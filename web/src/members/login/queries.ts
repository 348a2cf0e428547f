import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { AS_VISITOR, post } from '../../api/client'
import { codeOf } from '../../api/problem'
import { getPasskey } from '../webauthn'

export interface Credentials {
  mberId: string
  mberPw: string
  /** Six digits from the authenticator app, or a recovery code. */
  otp?: string
}

/** Whether the password was right and the login only lacks its second factor. */
export const asksSecondFactor = (error: unknown) => codeOf(error) === 'second_factor_required'

/** Resolves once every query on the page has been answered for the member. */
async function refresh(client: QueryClient) {
  client.removeQueries({ type: 'inactive' })
  await client.invalidateQueries({}, { throwOnError: true })
}

const FROM_WEB = { ...AS_VISITOR, headers: { 'x-platform': 'web' } }

/** Starts a session. */
export function useLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (credentials: Credentials) => post('/api/login', credentials, FROM_WEB),
    onSuccess: () => refresh(client),
  })
}

/** Starts a session with a passkey. */
export function usePasskeyLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const { challengeId, options } = await post('/api/v1/login/passkey-options', undefined, FROM_WEB)
      const credential = await getPasskey(options)
      return post('/api/v1/login/passkey', { challengeId, credential }, FROM_WEB)
    },
    onSuccess: () => refresh(client),
  })
}
