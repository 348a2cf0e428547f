import { useEffect, useRef } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { Problem } from '../api/problem'

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The first wrong field gets the focus, as the eye meets them; the form library knows them in another order. */
export function useFocusOnWrong(form: { formState: { submitCount: number } }) {
  const element = useRef<HTMLFormElement>(null)
  const { submitCount } = form.formState
  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [submitCount])
  return element
}

/**
 * Every refusal stands at its field; what belongs to none is said at the button (`root`).
 * `fieldOf` names the form's field for the server's one, or nothing.
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
