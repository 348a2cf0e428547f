import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { Agreement } from '../../api/types'
import { Checkbox, ConsentCheckbox } from '../../ui/checkbox'
import type { SignUpValues } from './sign-up-values'

interface SignUpAgreementsProps {
  agreements: Agreement[]
  form: UseFormReturn<SignUpValues>
}

/** The consents, none of them ticked beforehand. 전체 동의 ticks the optional ones too, as its label says. */
export function SignUpAgreements({ agreements, form }: SignUpAgreementsProps) {
  const { register, setValue, clearErrors, control, formState } = form
  const ticked = useWatch({ control, name: 'agreements' })
  const isAll = agreements.every(({ key }) => ticked?.[key])

  function tickAll(value: boolean) {
    for (const { key } of agreements) setValue(`agreements.${key}`, value)
    if (value) clearErrors('agreements')
  }

  return (
    <section>
      <h2 className="text-title-s">약관 동의</h2>
      <div className="mt-4 rounded-card border border-line p-5">
        <Checkbox
          strong
          label="전체 동의(선택 항목 포함)"
          checked={isAll}
          onChange={(event) => tickAll(event.currentTarget.checked)}
        />
        <ul className="mt-3 grid gap-1 border-line border-t pt-3">
          {agreements.map(({ key, title, body, required }) => (
            <li key={key}>
              <ConsentCheckbox
                label={`${required ? '(필수)' : '(선택)'} ${title}`}
                body={body}
                error={formState.errors.agreements?.[key]?.message}
                {...register(`agreements.${key}`, {
                  required: required && '필수 항목에 동의해 주세요.',
                })}
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
