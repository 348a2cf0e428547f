import type { Agreement, NewMember } from '../../api/types'
import type { Proof } from '../verification/proof'
import type { Way } from './ways'

/** The fields of the form, named as the server names them, so that its refusals find their field. */
export interface SignUpValues {
  mberId: string
  mberPw: string
  mberNm: string
  phone: string
  email: string
  /** Whether each document, by key, is ticked. */
  agreements: Record<string, boolean>
  /** No input, but a place for the error that the identity check is missing. */
  verification?: never
}

/** The chosen way of proof and its result. The way is `null` if the operator demands none. */
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
