import type { Agreement } from '../../api/types'
import { stored } from '../../ui/browser-storage'
import type { SignUpValues, Verification } from './sign-up-values'

const TEXT_FIELDS = ['mberId', 'mberNm', 'phone', 'email'] as const

/** The sign-up form as this tab stores it against a reload: everything but the passwords. */
export interface Draft extends Pick<SignUpValues, (typeof TEXT_FIELDS)[number]> {
  /** Each as `key@version`, so that a consent is restored only for the very text it was given to. */
  agreed: string[]
  verification: Verification
}

export const storedDraft = stored<Draft>('sessionStorage', 'ieum:sign-up')

/**
 * The id of a form that was sent and not answered. It may be this person's own by now, so it is not called taken: the
 * server recognises the same form.
 */
export const storedUnanswered = stored<string>('sessionStorage', 'ieum:sign-up-sent')

const nameOf = ({ key, version }: Agreement) => `${key}@${version}`

export const draftOf = (
  values: Partial<SignUpValues>,
  verification: Verification,
  documents: Agreement[],
): Draft => ({
  mberId: values.mberId ?? '',
  mberNm: values.mberNm ?? '',
  phone: values.phone ?? '',
  email: values.email ?? '',
  agreed: documents.filter(({ key }) => values.agreements?.[key]).map(nameOf),
  verification,
})

export const textsOf = (draft: Draft) => TEXT_FIELDS.map((name) => [name, draft[name]] as const)

export const agreedKeys = (draft: Draft, documents: Agreement[]) =>
  documents.filter((document) => draft.agreed.includes(nameOf(document))).map(({ key }) => key)
