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

/** Sent without a session, because visitors have none: a refusal never means that a session ended. */
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
