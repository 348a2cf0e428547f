import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/client'
import type {
  Channel,
  IdentityWindow,
  Purpose,
  SentCode,
  SpendableCode,
  VerifiedIdentity,
} from '../../api/types'

const CODES = '/api/v1/verifications'
const IDENTITIES = '/api/v1/identity-verifications'

/** Works without a session, which a visitor who signs up does not have: a 401 here never means that one ended. */
const send = <Data>(path: string, body: unknown) => call<Data>('POST', path, { body, authenticated: false })

export const useSendCode = () =>
  useMutation({
    mutationFn: (wanted: { channel: Channel; target: string; purpose: Purpose }) =>
      send<SentCode>(CODES, wanted),
  })

export const useConfirmCode = () =>
  useMutation({
    mutationFn: ({ id, code }: { id: string; code: string }) =>
      send<SpendableCode>(`${CODES}/${id}/confirm`, { code }),
  })

export const startIdentity = (purpose: Purpose) => send<IdentityWindow>(IDENTITIES, { purpose })

export const confirmIdentity = (id: string) =>
  send<VerifiedIdentity>(`${IDENTITIES}/${encodeURIComponent(id)}/confirm`, {})
