import { type ReactNode, useEffect } from 'react'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { Callout } from '../../ui/callout'
import { FormButtons } from '../../ui/form-buttons'
import { showRefusal, useFocusOnWrong } from '../form'

interface EditorFormProps<Values extends FieldValues> {
  form: UseFormReturn<Values>
  /** What is still missing once every field is filled in, such as a proof. */
  missing?: (values: Values) => { name: Path<Values>; message: string } | null
  save: (values: Values) => Promise<unknown>
  /** The form's name of a field that the server refused, where it has another one. */
  fieldOf?: (name: string) => string | undefined
  onSaved: () => void
  onCancel: () => void
  children: ReactNode
}

/** The form that opens in a settings row. It focuses its first field and, if refused, keeps what was typed. */
export function EditorForm<Values extends FieldValues>(props: EditorFormProps<Values>) {
  const { form, missing, save, fieldOf, onSaved, onCancel, children } = props
  const element = useFocusOnWrong(form)
  const { isSubmitting, errors } = form.formState
  useEffect(() => element.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus(), [element])

  async function submit(values: Values) {
    const gap = missing?.(values)
    if (gap) {
      form.setError(gap.name, { message: gap.message })
      return
    }
    try {
      await save(values)
    } catch (error) {
      showRefusal(form, error, fieldOf)
      return
    }
    onSaved()
  }

  const refusal = errors.root?.message
  return (
    <form
      ref={element}
      method="post"
      noValidate
      onSubmit={form.handleSubmit(submit)}
      className="mt-2 grid gap-5 rounded-card bg-surface p-5"
    >
      {children}
      {refusal && <Callout tone="danger">{refusal}</Callout>}
      <FormButtons label="저장" busy={isSubmitting} onCancel={onCancel} />
    </form>
  )
}
