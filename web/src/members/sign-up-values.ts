import type { Agreement, NewMember } from '../api/types'

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
}

const TEXTS = ['mberId', 'mberPw', 'mberNm', 'phone', 'email']

export const isFieldName = (name: string, documents: Agreement[]) =>
  TEXTS.includes(name) || documents.some(({ key }) => name === `agreements.${key}`)

export const toNewMember = (values: SignUpValues, documents: Agreement[]): NewMember => ({
  mberId: values.mberId,
  mberPw: values.mberPw,
  mberNm: values.mberNm.trim(),
  email: values.email.trim(),
  phone: values.phone,
  authType: '',
  phoneVerificationId: '',
  agreements: documents
    .filter(({ key }) => values.agreements[key])
    .map(({ key, version }) => ({ key, version })),
})
