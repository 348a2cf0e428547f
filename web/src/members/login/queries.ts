import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client'
import type { Ceremony } from '../../api/types'
import { getPasskey } from '../webauthn'

export interface Credentials {
  mberId: string
  mberPw: string
  /** Six digits from the authenticator app, or a recovery code. */
  otp?: string
}

/** Resolves once every query on the page has been answered for the member. */
async function refresh(client: QueryClient) {
  client.removeQueries({ type: 'inactive' })
  await client.invalidateQueries({}, { throwOnError: true })
}

const send = <Data>(path: string, body: unknown) =>
  call<Data>('POST', path, { body, headers: { 'x-platform': 'web' }, authenticated: false })

/** Starts a session. */
export function useLogin() {
  const client = useQueryClient()
  return useMutation({
    gcTime: 0, // the password is not to stay in the mutation cache
    mutationFn: (credentials: Credentials) => send<null>('/api/login', credentials),
    onSuccess: () => refresh(client),
  })
}

/** Starts a session with a passkey. */
export function usePasskeyLogin() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const path = '/api/v1/login/passkey'
      const { challengeId, options } = await send<Ceremony<PublicKeyCredentialRequestOptionsJSON>>(
        `${path}-options`,
        {},
      )
      return send<null>(path, { challengeId, credential: await getPasskey(options) })
    },
    onSuccess: () => refresh(client),
  })
}
