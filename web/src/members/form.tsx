import { type ComponentProps, useEffect, useRef } from 'react'
import {
  type FieldError,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  type RegisterOptions,
  type UseFormReturn,
} from 'react-hook-form'
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

type FormProps<Values extends FieldValues> = Pick<ComponentProps<'form'>, 'className' | 'children'> & {
  form: UseFormReturn<Values>
  onSubmit: (values: Values) => unknown
}

/**
 * A form that is checked by us and not by the browser, and focuses what is wrong. Its method keeps what was typed out of the
 * address, should no script ever come.
 */
export function Form<Values extends FieldValues>({ form, onSubmit, ...rest }: FormProps<Values>) {
  const element = useFocusOnWrong(form)
  return <form ref={element} method="post" noValidate onSubmit={form.handleSubmit(onSubmit)} {...rest} />
}

/** The properties of the input for one value of a form: how it is bound, and what is wrong with it. */
export const inputOf = <Values extends FieldValues, Name extends Path<Values>>(
  form: UseFormReturn<Values>,
  name: Name,
  rules?: RegisterOptions<Values, Name>,
) => ({
  error: (get(form.formState.errors, name) as FieldError | undefined)?.message,
  ...form.register(name, rules),
})

/**
 * The properties of every radio of a group. Each radio of a group registers by itself, and with the first one the form library
 * takes the value for known, so it unticks a later radio that somebody chose before the script came (`updateValidAndValue`
 * looks at boxes, selects and texts edited early, not at radios). Such a choice is handed to the form here.
 */
export function radioOf<Values extends FieldValues, Name extends Path<Values>>(
  form: UseFormReturn<Values>,
  name: Name,
  rules?: RegisterOptions<Values, Name>,
) {
  const { ref, ...input } = inputOf(form, name, rules)
  return {
    ...input,
    ref: (radio: HTMLInputElement | null) => {
      const chosen = radio?.checked ? radio.value : undefined
      ref(radio)
      if (chosen !== undefined && form.getValues(name) !== chosen)
        form.setValue(name, chosen as PathValue<Values, Name>)
    },
  }
}

/** The message of the first refused field, else of the whole error; for forms with a single field. */
export const fieldMessageOf = (error: unknown) =>
  error instanceof Problem ? (error.fields[0]?.detail ?? error.detail) : messageOf(error)

/**
 * Shows each refused field's message at that field, and a refusal of no known field above the button (`root`).
 * `fieldOf` maps the server's name of a field to the form's, where the two differ.
 */
export function showRefusal<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  error: unknown,
  fieldOf: (name: string) => string | undefined = (name) => (name in form.getValues() ? name : undefined),
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
