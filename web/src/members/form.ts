import { useEffect, useRef } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { Problem } from '../api/problem'

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Focuses the first wrong field on the screen after a submit. The form library goes by order of registration. */
export function useFocusOnWrong(form: { formState: { submitCount: number } }) {
  const element = useRef<HTMLFormElement>(null)
  const { submitCount } = form.formState
  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [submitCount])
  return element
}

/** The message of the first refused field, else of the whole error; for forms with a single field. */
export const fieldMessageOf = (error: unknown) =>
  error instanceof Problem ? (error.fields[0]?.detail ?? error.detail) : messageOf(error)

/**
 * Shows each refused field's message at that field, and a refusal of no known field above the button (`root`).
 * `fieldOf` maps the server's name of a field to the form's.
 */
export function showRefusal<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  fieldOf: (name: string) => string | undefined,
): void {
  const fields = error instanceof Problem ? error.fields : []
  let shown = 0
  for (const { name, detail } of fields) {
    const field = fieldOf(name)
    if (!field) continue
    form.setError(field as Path<Values>, { message: detail })
    shown += 1
  }
  if (shown === 0 || shown < fields.length) form.setError('root', { message: messageOf(error) })
}
