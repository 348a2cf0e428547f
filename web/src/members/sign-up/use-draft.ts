import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Agreement } from '../../api/types'
import { agreedKeys, draftOf, storedDraft, textsOf } from './draft'
import type { SignUpValues, Verification } from './sign-up-values'
import type { Way } from './ways'

interface DraftSource {
  form: UseFormReturn<SignUpValues>
  agreements: Agreement[]
  ways: Way[]
  verification: Verification
  setVerification: (verification: Verification) => void
}

/** Restores the draft of this tab after a reload, and saves every change from then on. */
export function useDraft({ form, agreements, ways, ...rest }: DraftSource): void {
  const { verification, setVerification } = rest
  const { setValue, getValues, subscribe } = form
  const isRestored = useRef(false)

  // In an effect, because hydration must find the empty form that the server rendered.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, with the first values
  useEffect(() => {
    const draft = storedDraft.get()
    isRestored.current = true
    if (!draft) return
    for (const [name, text] of textsOf(draft)) if (text && !getValues(name)) setValue(name, text)
    for (const key of agreedKeys(draft, agreements)) setValue(`agreements.${key}`, true)
    // The operator may have switched this way of proof off since.
    if (ways.some((way) => way === draft.verification.way)) setVerification(draft.verification)
  }, [])

  useEffect(() => {
    const save = () => {
      if (isRestored.current) storedDraft.set(draftOf(getValues(), verification, agreements))
    }
    save()
    return subscribe({ formState: { values: true }, callback: save })
  }, [subscribe, getValues, verification, agreements])
}
