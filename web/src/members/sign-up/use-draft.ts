import { useEffect, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Agreement } from '../../api/types'
import { agreedKeys, draftOf, keepDraft, keptDraft, textsOf } from './draft'
import type { SignUpValues, Verification } from './sign-up-values'
import type { Way } from './ways'

interface WhatToKeep {
  form: UseFormReturn<SignUpValues>
  agreements: Agreement[]
  ways: Way[]
  verification: Verification
  setVerification: (verification: Verification) => void
}

/** Brings back what this tab had typed before a reload, and keeps what is typed from then on. */
export function useDraft({ form, agreements, ways, ...rest }: WhatToKeep): void {
  const { verification, setVerification } = rest
  const { setValue, getValues, subscribe } = form
  const isRestored = useRef(false)

  // After hydration: the server drew the form empty.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what is there on arrival
  useEffect(() => {
    const draft = keptDraft()
    isRestored.current = true
    if (!draft) return
    for (const [name, text] of textsOf(draft)) if (text && !getValues(name)) setValue(name, text)
    for (const key of agreedKeys(draft, agreements)) setValue(`agreements.${key}`, true)
    // The operator may have changed what is accepted in the meantime.
    if (ways.some((way) => way === draft.verification.way)) setVerification(draft.verification)
  }, [])

  useEffect(() => {
    const keep = () => {
      if (isRestored.current) keepDraft(draftOf(getValues(), verification, agreements))
    }
    keep()
    return subscribe({ formState: { values: true }, callback: keep })
  }, [subscribe, getValues, verification, agreements])
}
