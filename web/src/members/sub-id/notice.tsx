import { useEffect, useId, useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Agreement } from '../../api/types'
import { PRIVACY_POLICY } from '../../site'
import { Checkbox } from '../../ui/checkbox'
import { FieldError } from '../../ui/field'

export interface FirstPassword {
  mberPw: string
  /** Which documents were read, by their place in the list: a key may hold a dot, which the form library would read. */
  read: boolean[]
}

interface NoticeProps {
  document: Agreement
  place: number
  form: UseFormReturn<FirstPassword>
}

/** A text that stands there in full, because it says who sees what, and the box that says that it was read. */
export function Notice({ document: { title, body, required, version }, place, form }: NoticeProps) {
  const id = useId()
  const { register, setValue, formState } = form
  // A tick is for the text it was given to.
  const shown = useRef(version)
  useEffect(() => {
    if (shown.current !== version) setValue(`read.${place}`, false)
    shown.current = version
  }, [version, place, setValue])
  const error = formState.errors.read?.[place]?.message
  return (
    <section aria-labelledby={id} className="grid gap-3 rounded-card bg-surface p-5">
      <h2 id={id} className="font-semibold">
        서브 아이디 이용 안내
      </h2>
      <div className="grid gap-2 text-small">
        {body.split(/\n\s*\n/).map((paragraph) => (
          <p key={paragraph} className="whitespace-pre-line">
            {paragraph}
          </p>
        ))}
      </div>
      <p className="text-small">
        <a
          href={PRIVACY_POLICY}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center underline underline-offset-4"
        >
          개인정보처리방침
          <span className="sr-only"> (새 창)</span>
        </a>
      </p>
      <div>
        <Checkbox
          strong
          label={title}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-error`}
          {...register(`read.${place}`, { required: required && '안내를 읽고 확인해 주세요.' })}
        />
        <FieldError id={`${id}-error`} error={error} />
      </div>
    </section>
  )
}
