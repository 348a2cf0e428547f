import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { Agreement } from '../../api/types'
import { wholeText } from '../../site'
import { Checkbox, ConsentCheckbox } from '../../ui/checkbox'
import { useHydrated } from '../../ui/hydrated'
import type { SignUpValues } from './sign-up-values'

interface SignUpAgreementsProps {
  agreements: Agreement[]
  form: UseFormReturn<SignUpValues>
}

/**
 * The consents, none of them ticked beforehand, each to be given or refused by itself. Two boxes tick several: one all of
 * them, the optional ones too, as its label says; one only what is required.
 */
export function SignUpAgreements({ agreements, form }: SignUpAgreementsProps) {
  const { register, setValue, clearErrors, control, formState } = form
  const isHydrated = useHydrated()
  const ticked = useWatch({ control, name: 'agreements' })
  const required = agreements.filter((one) => one.required)

  const several = (label: string, which: Agreement[]) => (
    <Checkbox
      strong
      label={label}
      disabled={!isHydrated}
      checked={which.every(({ key }) => ticked?.[key])}
      onChange={({ currentTarget }) => {
        for (const { key } of which) setValue(`agreements.${key}`, currentTarget.checked)
        if (currentTarget.checked) clearErrors('agreements')
      }}
    />
  )

  return (
    <section>
      <h2 className="text-title-s">약관 동의</h2>
      <div className="mt-4 rounded-card border border-line px-5 py-3">
        {several('전체 동의(선택 항목 포함)', agreements)}
        {required.length < agreements.length && several('필수 항목만 모두 동의', required)}
        <ul className="mt-2 border-line border-t pt-2">
          {agreements.map(({ key, title, body, required, text }) => (
            <li key={key}>
              <ConsentCheckbox
                label={`${required ? '(필수)' : '(선택)'} ${title}`}
                body={body}
                whole={wholeText(text)}
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
