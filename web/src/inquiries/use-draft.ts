import { useEffect, useRef } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'

function draftAt(key: string): Record<string, unknown> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, unknown>
  } catch {
    return {}
  }
}

/**
 * Keeps what is typed into a form through a reload of this tab. The draft is stored under the member's name, so that nobody
 * else who logs in here finds it. A value that the form starts with goes before the draft's.
 */
export function useDraft<Values extends FieldValues>(
  name: string,
  form: UseFormReturn<Values>,
): { forget: () => void } {
  const key = `ieum:inquiry:${name}`
  const { setValue, getValues, subscribe } = form
  const isForgotten = useRef(false)

  // After hydration, because the server drew the form without the draft.
  useEffect(() => {
    for (const [field, text] of Object.entries(draftAt(key)))
      if (typeof text === 'string' && text && !getValues(field as Path<Values>))
        setValue(field as Path<Values>, text as PathValue<Values, Path<Values>>)
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        if (isForgotten.current) return
        try {
          sessionStorage.setItem(key, JSON.stringify(values))
        } catch {
          // Storage is switched off or full: after a reload the text must be typed again, nothing else is lost.
        }
      },
    })
  }, [key, setValue, getValues, subscribe])

  return {
    forget: () => {
      isForgotten.current = true
      try {
        sessionStorage.removeItem(key)
      } catch {
        // There is none.
      }
    },
  }
}
