import { useEffect, useMemo, useRef } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { useMember } from '../members'
import { stored } from '../ui/browser-storage'

/**
 * Keeps what is typed into a form through a reload of this tab. The draft is stored under the member's name, so that nobody
 * else who logs in here finds it. A value that the form starts with goes before the draft's.
 */
export function useDraft<Values extends FieldValues>(
  name: string,
  form: UseFormReturn<Values>,
): { forget: () => void } {
  const key = `ieum:inquiry:${useMember()?.mberId ?? ''}:${name}`
  const draft = useMemo(() => stored<Record<string, unknown>>('sessionStorage', key), [key])
  const { setValue, getValues, subscribe } = form
  const isForgotten = useRef(false)

  // After hydration, because the server drew the form without the draft.
  useEffect(() => {
    for (const [field, text] of Object.entries(draft.get() ?? {}))
      if (typeof text === 'string' && text && !getValues(field as Path<Values>))
        setValue(field as Path<Values>, text as PathValue<Values, Path<Values>>)
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        if (!isForgotten.current) draft.set(values)
      },
    })
  }, [draft, setValue, getValues, subscribe])

  return {
    forget: () => {
      isForgotten.current = true
      draft.set(null)
    },
  }
}
