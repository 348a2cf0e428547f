import type { Agreement } from '../../api/types'
import type { SignUpValues, Verification } from './sign-up-values'

const KEY = 'ieum:sign-up'

const KEPT = ['mberId', 'mberNm', 'phone', 'email'] as const

/** What a reload of this tab does not lose: everything but the passwords. */
export interface Draft extends Pick<SignUpValues, (typeof KEPT)[number]> {
  /** `key@version`: a box is ticked again only for the very text it was ticked for. */
  agreed: string[]
  verification: Verification
}

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

export const textsOf = (draft: Draft) => KEPT.map((name) => [name, draft[name]] as const)

export const agreedKeys = (draft: Draft, documents: Agreement[]) =>
  documents.filter((document) => draft.agreed.includes(nameOf(document))).map(({ key }) => key)

/** `null` where there is none, or the browser keeps nothing for us. */
export function keptDraft(): Draft | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Draft | null
  } catch {
    return null
  }
}

/** `null` forgets. */
export function keepDraft(draft: Draft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, JSON.stringify(draft))
  } catch {
    // Storage is switched off: after a reload it is typed again, nothing else is lost.
  }
}
