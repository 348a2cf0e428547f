import type { Agreement, NewMember } from '../../api/types'
import type { Proof } from '../verification/proof'
import type { Way } from './ways'

/** Named as the server names them, so that what it refuses finds its field. */
export interface SignUpValues {
  mberId: string
  mberPw: string
  passwordAgain: string
  mberNm: string
  phone: string
  email: string
  /** By document key: ticked or not. */
  agreements: Record<string, boolean>
  /** Not typed, but missing all the same: what the chosen way has not shown yet. */
  verification?: never
}

/** The chosen way and what it has shown; no way where none is needed. */
export interface Verification {
  way: Way | null
  proof: Proof | null
}

const TEXTS = ['mberId', 'mberPw', 'mberNm', 'phone', 'email']

export const isFieldName = (name: string, documents: Agreement[]) =>
  TEXTS.includes(name) || documents.some(({ key }) => name === `agreements.${key}`)

export const toNewMember = (
  values: SignUpValues,
  documents: Agreement[],
  { way, proof }: Verification,
): NewMember => ({
  mberId: values.mberId,
  mberPw: values.mberPw,
  mberNm: values.mberNm.trim(),
  email: values.email.trim(),
  phone: values.phone,
  authType: way ?? '',
  phoneVerificationId: (way && proof?.id) ?? '',
  agreements: documents
    .filter(({ key }) => values.agreements[key])
    .map(({ key, version }) => ({ key, version })),
})
